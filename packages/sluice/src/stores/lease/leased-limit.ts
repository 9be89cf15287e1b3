/** What leases ask of each algorithm; `docs/guides/leases.md` works it out. */
import type { Decision } from '../../algorithms/transition.ts'
import type { SlidingLogRule } from '../../algorithms/sliding-log/sliding-log.ts'
import { MAX_EXACT } from '../../algorithms/scale.ts'
import { limitOf, type Limit } from '../../limits/limit.ts'

/** Whether the store must count what is held as used, because what has been used comes back while it is held. */
export function comesBackWhileHeld({ algorithm }: Limit): boolean {
  return algorithm.name === 'token-bucket' || algorithm.name === 'gcra'
}

/**
 * The limit that the store decides by. Units of a sliding log are spent up to `ttlMs` after they were logged, so its
 * window is so much longer: what is spent in any window was logged within the longer one.
 *
 * @throws SluiceError `ERR_NUMBER_TOO_LARGE`
 */
export function leasedLimit(limit: Limit, ttlMs: number): Limit {
  if (limit.algorithm.name !== 'sliding-log') return limit
  const windowMs = (limit.rule as SlidingLogRule).windowMs + ttlMs
  const rule: SlidingLogRule = { limit: limit.rule.limit, windowMs }
  return limitOf({
    algorithm: limit.algorithm,
    rule,
    lastMs: MAX_EXACT - windowMs,
    field: 'lease.ttl',
    summary: `${limit.summary}, and ${ttlMs} ms for leases,`,
    remedy: 'take a shorter ttl',
  })
}

/**
 * Milliseconds after `atMs` for which units that were charged then count under the limit as they were charged: for
 * ever, or to the end of the window. `decision` is the one that charged them.
 */
export function countedForMs({ algorithm, rule }: Limit, atMs: number, decision: Decision): number {
  if (algorithm.name === 'fixed-window') return decision.resetAfterMs
  if (algorithm.name !== 'sliding-window-counter') return Infinity
  const { windowMs } = rule as SlidingLogRule
  return windowMs - (atMs % windowMs)
}
