/** Runs a piece of a program that uses the library in a Node process of its own. */
import { spawnSync } from 'node:child_process'

export interface Ended {
  /** The exit code, or null if the process had to be stopped. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const library = new URL('../../packages/sluice/dist/index.js', import.meta.url).href

/** `names` are imported from the library as it is built. A process that does not end by itself is stopped after a minute. */
export function runNode(names: string, code: string, env: Readonly<Record<string, string>> = {}): Ended {
  const program = `import { ${names} } from ${JSON.stringify(library)}\n${code}`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    // Nothing of the test run's own settings, such as those for colours.
    env: { PATH: process.env['PATH'], ...env },
    timeout: 60_000,
  })
  return { code: status, stdout, stderr }
}
