import type { HeaderPair } from '../header-input.ts'
import { wholeSeconds } from './effective-window.ts'
import { numberedPolicies } from './numbered-policies.ts'
import type { PolicyDecision } from './policy-decision.ts'
import { tightestOf } from './tightest.ts'

/** draft-ietf-httpapi-ratelimit-headers-03 (March 2022): the policies follow the limit in one field, `20, 20;w=4`. */
export function draft3(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  const tightest = tightestOf(decisions)
  if (tightest === undefined) return []
  const { policy, available, resetMs } = tightest
  const policies = numberedPolicies(decisions, policy)
  return [
    ['RateLimit-Limit', policies === '' ? `${policy.quota}` : `${policy.quota}, ${policies}`],
    ['RateLimit-Remaining', `${available}`],
    ['RateLimit-Reset', `${wholeSeconds(resetMs)}`],
  ]
}
