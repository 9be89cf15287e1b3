import { combine } from '../limits/several.ts'
import type { Verdict } from '../stores/store.ts'
import type { LimitDecision, LimitsDecision } from './limiter.ts'

export type AnyDecision = LimitDecision | LimitsDecision

/** The verdict of a store as the caller sees it: that of the only limit, or of several by their names. */
export function decisionOf(
  { atMs, decisions, blocked, fallback }: Verdict,
  names: readonly string[],
  isSingle: boolean,
): AnyDecision {
  const [first] = decisions
  const decision =
    isSingle && first !== undefined
      ? { ...first, atMs, blocked }
      : { ...combine(names, decisions), atMs, blocked }
  return fallback === undefined ? decision : { ...decision, fallback }
}
