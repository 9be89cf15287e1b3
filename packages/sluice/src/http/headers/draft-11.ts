import type { HeaderPair } from '../header-input.ts'
import { standingLetters } from './letters.ts'
import { policyList, standingList } from './list-fields.ts'
import type { PolicyDecision } from './policy-decision.ts'

/** draft-ietf-httpapi-ratelimit-headers-11 (May 2026): `"api";q=20;w=4` and `"api";r=19;t=1`. */
export function draft11(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  return [
    ['RateLimit-Policy', policyList(decisions)],
    ['RateLimit', standingList(decisions, standingLetters['draft-11'])],
  ]
}
