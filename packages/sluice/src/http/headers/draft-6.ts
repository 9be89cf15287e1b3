import type { HeaderPair } from '../header-input.ts'
import { wholeSeconds } from './effective-window.ts'
import { numberedPolicies } from './numbered-policies.ts'
import type { PolicyDecision } from './policy-decision.ts'
import { tightestOf } from './tightest.ts'

/** draft-ietf-httpapi-ratelimit-headers-06 (December 2022): three fields of one number, and the policies in their own. */
export function draft6(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  const tightest = tightestOf(decisions)
  if (tightest === undefined) return []
  const { policy, available, resetMs } = tightest
  return [
    ['RateLimit-Policy', numberedPolicies(decisions, policy)],
    ['RateLimit-Limit', `${policy.quota}`],
    ['RateLimit-Remaining', `${available}`],
    ['RateLimit-Reset', `${wholeSeconds(resetMs)}`],
  ]
}
