import type { HeaderPair } from '../header-input.ts'
import type { PolicyDecision } from './policy-decision.ts'
import { wholeSeconds } from './effective-window.ts'
import { tightestOf, type Tightest } from './tightest.ts'

/** `X-RateLimit-*` whose reset is a time: seconds since 1970, as GitHub and express-rate-limit send it. */
export function legacy(decisions: readonly PolicyDecision[], nowMs: number): readonly HeaderPair[] {
  return fieldsOf(tightestOf(decisions), (resetMs) => nowMs + resetMs)
}

/** `X-RateLimit-*` whose reset is a wait in seconds, as Kong and Envoy send it. */
export function legacyDelta(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  return fieldsOf(tightestOf(decisions), (resetMs) => resetMs)
}

function fieldsOf(
  tightest: Tightest | undefined,
  resetOf: (resetMs: number) => number,
): readonly HeaderPair[] {
  if (tightest === undefined) return []
  return [
    ['X-RateLimit-Limit', `${tightest.policy.quota}`],
    ['X-RateLimit-Remaining', `${tightest.available}`],
    ['X-RateLimit-Reset', `${wholeSeconds(resetOf(tightest.resetMs))}`],
  ]
}
