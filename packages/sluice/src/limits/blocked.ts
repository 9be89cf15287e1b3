import type { Decision } from '../algorithms/transition.ts'

/**
 * A decision while its key is blocked for `leftMs` more: refused until the block ends, or longer if the limit itself
 * says so. `foreseen` is what the limit alone would say, with nothing charged. A cost of 0 still passes.
 */
export function whileBlocked(foreseen: Decision, leftMs: number, cost: number): Decision {
  return {
    ...foreseen,
    allowed: cost === 0,
    remaining: 0,
    retryAfterMs: cost === 0 ? 0 : Math.max(foreseen.retryAfterMs, leftMs),
    resetAfterMs: Math.max(foreseen.resetAfterMs, leftMs),
    replenishAfterMs: foreseen.remaining > 0 ? leftMs : Math.max(foreseen.replenishAfterMs, leftMs),
    delayMs: 0,
  }
}
