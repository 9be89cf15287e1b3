/**
 * An oracle decides as an algorithm should, by the sentence that defines it: it keeps every charge it was ever given
 * and works everything out from them again, in BigInt or plain arrays. Slow, and meant to be obviously right.
 *
 * It knows only whether a request passes. Every field of a decision follows from that by its definition, found here by
 * searching, so an oracle shares no formula with the code that it judges.
 */
export interface Oracle {
  /** The most units that can pass at one instant. */
  readonly limit: number
  /** Whether a request of a cost from 1 to the limit passes at `nowMs`. */
  passes(nowMs: number, cost: number): boolean
  /** Charges a request, whether or not it fits. */
  charge(nowMs: number, cost: number): void
  /** Whether the key decides everything from `nowMs` on like one never seen. */
  isNew(nowMs: number): boolean
  /** How long a request that passes waits before it goes on. Only of the leaky bucket. */
  delayMs?(nowMs: number): number
}

/** The fields that a decision must have. */
export interface OracleDecision {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  readonly retryAfterMs: number
  readonly resetAfterMs: number
  readonly replenishAfterMs: number
  readonly delayMs: number
  readonly never: boolean
}

/** Decides a request, and charges it if it passes. */
export function decideByOracle(oracle: Oracle, nowMs: number, cost: number): OracleDecision {
  const never = cost > oracle.limit
  const allowed = cost === 0 || (!never && oracle.passes(nowMs, cost))
  const delayMs = allowed && cost > 0 ? (oracle.delayMs?.(nowMs) ?? 0) : 0
  if (allowed && cost > 0) oracle.charge(nowMs, cost)
  const remaining = remainingAt(oracle, nowMs)
  return {
    allowed,
    limit: oracle.limit,
    remaining,
    retryAfterMs: allowed ? 0 : never ? Infinity : first((ms) => oracle.passes(nowMs + ms, cost)),
    resetAfterMs: first((ms) => oracle.isNew(nowMs + ms)),
    replenishAfterMs:
      remaining === oracle.limit ? 0 : first((ms) => oracle.passes(nowMs + ms, remaining + 1)),
    delayMs,
    never,
  }
}

/** The largest cost that passes. */
function remainingAt(oracle: Oracle, nowMs: number): number {
  return first((cost) => cost === oracle.limit || !oracle.passes(nowMs, cost + 1))
}

/** The smallest whole number from 0 on at which a condition, once true and then always true, holds. */
function first(holds: (n: number) => boolean): number {
  if (holds(0)) return 0
  let high = 1
  while (!holds(high)) high *= 2
  let low = high / 2
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
