import type { LaneName } from '../lane-name.ts'
import type { Setup } from '../setup.ts'
import { limitOptions } from './limit-options.ts'

/** A lane's limit as a module that uses the library. */
export function asTypeScript({ lanes, cost }: Setup, name: LaneName): string {
  const constructor = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const options = limitOptions(name, lanes[name])
    .map(([option, value]) => `${option}: ${typeof value === 'string' ? `'${value}'` : value}`)
    .join(', ')
  const units = cost === 1 ? '' : `, { cost: ${cost} }`
  return [
    `import { createLimiter, ${constructor} } from 'sluice'`,
    '',
    `const limiter = createLimiter({ limit: ${constructor}({ ${options} }) })`,
    '',
    `const decision = limiter.check('user:81'${units})`,
    ...(name === 'leaky-bucket' ? ['// Where it is allowed, go on after decision.delayMs.'] : []),
    '',
  ].join('\n')
}
