import { spawnSync } from 'node:child_process'

/** The version that a program prints; an error if it is not there or does not run here. */
export function printedVersion(program) {
  const { status, stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(error?.message ?? `${program} --version ended with ${status}`)
  return /\d+(?:[.-]\d+)+/.exec(stdout)?.[0] ?? stdout.trim()
}
