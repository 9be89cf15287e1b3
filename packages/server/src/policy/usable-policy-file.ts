import { PolicyError } from 'sluice/policy'
import { CallError } from '../command-error.ts'
import { readPolicyFile, type PolicyFile } from './policy-file.ts'
import { policyFaultLines } from './policy-faults.ts'

/**
 * The policy of a command that needs one. Its faults are told on standard error.
 *
 * @throws WorkError if the file cannot be read, CallError if it cannot be used
 */
export function usablePolicyFile(path: string): PolicyFile {
  try {
    return readPolicyFile(path)
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    process.stderr.write(`${policyFaultLines(path, error).join('\n')}\n`)
    throw new CallError(`the policy ${path} cannot be used`)
  }
}
