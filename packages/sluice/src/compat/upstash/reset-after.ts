import type { LimitDecision } from '../../limiter/limiter.ts'
import type { Limit } from '../../limits/limit.ts'

/** How long it is until the time that an answer of @upstash/ratelimit calls `reset`. */
export function resetAfterMs({ algorithm, rule }: Limit, decision: LimitDecision): number {
  const { allowed, never, retryAfterMs, resetAfterMs: untilFull, replenishAfterMs, atMs } = decision
  if (!allowed && !never) return retryAfterMs
  const { windowMs, anchored = false } = rule as { readonly windowMs?: number; readonly anchored?: boolean }
  if (windowMs === undefined) return replenishAfterMs
  // The windows of the clock end at multiples of their length; the others begin with a request.
  return algorithm.name === 'sliding-log' || anchored ? untilFull : windowMs - (atMs % windowMs)
}
