import type { OneVerdict } from '../store.ts'

/** The answer about a key that is not blocked, from its numbers. */
export function oneVerdict(
  limit: number,
  remaining: number,
  retryAfterMs: number,
  resetAfterMs: number,
  replenishAfterMs: number,
  delayMs: number,
  atMs: number,
): OneVerdict {
  return {
    allowed: retryAfterMs === 0,
    limit,
    remaining,
    retryAfterMs,
    resetAfterMs,
    replenishAfterMs,
    delayMs,
    never: retryAfterMs === Infinity,
    atMs,
    blocked: false,
  }
}
