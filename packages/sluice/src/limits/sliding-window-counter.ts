import {
  slidingWindowCounterAlgorithm,
  type SlidingWindowCounterRule,
  type SlidingWindowCounterState,
} from '../algorithms/sliding-window-counter/sliding-window-counter.ts'
import { MAX_EXACT } from '../algorithms/scale.ts'
import { parseDuration, type Duration } from './duration.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions } from './options.ts'

export interface SlidingWindowCounterOptions {
  /** Units in a window, by estimate. A whole number of at least 1. */
  readonly limit: number
  /** The length of the window, such as `'1m'`. */
  readonly window: Duration
}

/**
 * Estimates the units of the last window from two counts and allows while the estimate stays within `limit`. Close on
 * steady traffic; traffic shaped against it can pass almost twice the limit in one window. For many keys where a
 * close answer is enough. Keeps three numbers a key.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_DURATION`, `ERR_INVALID_OPTION`, `ERR_NUMBER_TOO_LARGE`
 * @example
 * slidingWindowCounter({ limit: 100, window: '1m' })
 */
export function slidingWindowCounter(
  options: SlidingWindowCounterOptions,
): Limit<SlidingWindowCounterRule, SlidingWindowCounterState> {
  checkOptions('slidingWindowCounter', options, ['limit', 'window'])
  const limit = checkCount('limit', options.limit)
  const windowMs = parseDuration('window', options.window)
  return limitOf({
    algorithm: slidingWindowCounterAlgorithm,
    rule: { limit, windowMs },
    lastMs: limit > MAX_EXACT / windowMs ? -1 : MAX_EXACT - 2 * windowMs,
    field: 'limit',
    summary: `a limit of ${limit} in ${windowMs} ms`,
    remedy: 'keep limit * window in milliseconds below 2^53, by a shorter window or a lower limit',
  })
}
