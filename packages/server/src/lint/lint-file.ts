import { PolicyError, type Policy } from 'sluice/policy'
import { readPolicyFile } from '../policy/policy-file.ts'

/** What `sluice lint` has found in a file. */
export interface LintedFile {
  readonly path: string
  /** Its faults; without them there is a policy. */
  readonly error: PolicyError | undefined
  readonly policy: Policy | undefined
}

/** @throws WorkError if the file cannot be read */
export function lintFile(path: string): LintedFile {
  try {
    const { policy } = readPolicyFile(path)
    return { path, error: undefined, policy }
  } catch (error) {
    if (error instanceof PolicyError) return { path, error, policy: undefined }
    throw error
  }
}
