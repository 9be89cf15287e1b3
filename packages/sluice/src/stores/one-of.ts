import type { Decision } from '../algorithms/transition.ts'
import type { OneVerdict, Verdict } from './store.ts'

/** The verdict of a single limit. Written out, because spreading takes longer than most of what else a decision takes. */
export function oneOf({ decisions, atMs, blocked }: Verdict): OneVerdict {
  const { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never } =
    decisions[0] as Decision
  return {
    allowed,
    limit,
    remaining,
    retryAfterMs,
    resetAfterMs,
    replenishAfterMs,
    delayMs,
    never,
    atMs,
    blocked,
  }
}
