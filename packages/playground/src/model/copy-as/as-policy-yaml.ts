import type { LaneName } from '../lane-name.ts'
import type { Setup } from '../setup.ts'
import { limitOptions } from './limit-options.ts'

/** A lane's limit as a policy file, for each client by itself. */
export function asPolicyYaml({ lanes }: Setup, name: LaneName): string {
  const options = limitOptions(name, lanes[name])
    .map(([option, value]) => `${option}: ${value}`)
    .join(', ')
  return [
    'version: 1',
    'rules:',
    '  - name: api',
    '    key: [client]',
    '    limits:',
    `      - ${name}: { ${options} }`,
    '',
  ].join('\n')
}
