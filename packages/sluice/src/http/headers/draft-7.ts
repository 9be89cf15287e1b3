import type { HeaderPair } from '../header-input.ts'
import { wholeSeconds } from './effective-window.ts'
import { numberedPolicies } from './numbered-policies.ts'
import type { PolicyDecision } from './policy-decision.ts'
import { tightestOf } from './tightest.ts'

/** draft-ietf-httpapi-ratelimit-headers-07 (June 2023): `limit=20, remaining=19, reset=1`, one Dictionary. */
export function draft7(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  const tightest = tightestOf(decisions)
  if (tightest === undefined) return []
  const { policy, available, resetMs } = tightest
  return [
    ['RateLimit-Policy', numberedPolicies(decisions, policy)],
    ['RateLimit', `limit=${policy.quota}, remaining=${available}, reset=${wholeSeconds(resetMs)}`],
  ]
}
