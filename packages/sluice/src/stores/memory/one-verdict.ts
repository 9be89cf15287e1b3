import type { OneVerdict } from '../store.ts'

export type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

/** The answer about a key that is not blocked, from its numbers: in a new object, or in the one that is given. */
export function oneVerdict(
  reused: Writable<OneVerdict> | undefined,
  limit: number,
  remaining: number,
  retryAfterMs: number,
  resetAfterMs: number,
  replenishAfterMs: number,
  delayMs: number,
  atMs: number,
): OneVerdict {
  if (reused !== undefined) {
    return overwritten(reused, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, atMs)
  }
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

function overwritten(
  verdict: Writable<OneVerdict>,
  remaining: number,
  retryAfterMs: number,
  resetAfterMs: number,
  replenishAfterMs: number,
  delayMs: number,
  atMs: number,
): OneVerdict {
  verdict.allowed = retryAfterMs === 0
  verdict.remaining = remaining
  verdict.retryAfterMs = retryAfterMs
  verdict.resetAfterMs = resetAfterMs
  verdict.replenishAfterMs = replenishAfterMs
  verdict.delayMs = delayMs
  verdict.never = retryAfterMs === Infinity
  verdict.atMs = atMs
  return verdict
}
