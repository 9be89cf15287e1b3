import type { PolicyLimiter } from 'sluice/policy'
import { watchFile } from './file-watch.ts'
import { readPolicyFile, type PolicyFile } from '../../policy/policy-file.ts'
import { policyFaultLines } from '../../policy/policy-faults.ts'

/** Whom changes of the policy are told to. */
export interface PolicyNotices {
  /** Another policy is in force. */
  readonly changed: (file: PolicyFile) => void
  /** The file cannot be used, and what was in force stays so. */
  readonly failed: (faults: readonly string[]) => void
}

/**
 * Keeps a limiter at what a policy file says: looks for changes, and reads it anew at SIGHUP, if not in a terminal. What has been used stays
 * used.
 *
 * @returns a function that ends it
 */
export function followPolicyFile(
  first: PolicyFile,
  limiter: PolicyLimiter,
  notices: PolicyNotices,
): () => void {
  const { path } = first
  let inForce: string | undefined = first.text
  const readAnew = (isAsked: boolean): void => {
    try {
      const file = readPolicyFile(path)
      if (file.text === inForce && !isAsked) return
      limiter.replacePolicy(file.policy)
      inForce = file.text
      notices.changed(file)
    } catch (error) {
      // Whoever repairs the file is told so, even if it is then what it was before.
      inForce = undefined
      notices.failed(policyFaultLines(path, error))
    }
  }
  const endWatch = watchFile(path, () => readAnew(false))
  let isOver = false
  // In a terminal the signal says that it has been closed, and ends the service as it ends all that runs there.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => isOver || readAnew(true))
  return () => {
    endWatch()
    isOver = true
  }
}
