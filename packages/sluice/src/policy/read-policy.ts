import { parseDocument } from 'yaml'
import { policyOf } from './reading/policy-of.ts'
import type { Policy } from './policy.ts'

/**
 * Reads a policy file, which is YAML 1.2 or JSON.
 *
 * @throws PolicyError with every fault of the file
 */
export function readPolicy(text: string): Policy {
  return policyOf(parseDocument(text).toJS())
}
