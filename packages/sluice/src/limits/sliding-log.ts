import type { Log } from '../algorithms/sliding-log/log.ts'
import { slidingLogAlgorithm, type SlidingLogRule } from '../algorithms/sliding-log/sliding-log.ts'
import { MAX_EXACT } from '../algorithms/scale.ts'
import { parseDuration, type Duration } from './duration.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions } from './options.ts'

export interface SlidingLogOptions {
  /** Units in any window. A whole number of at least 1. */
  readonly limit: number
  /** The length of the window, such as `'15m'`. */
  readonly window: Duration
}

/**
 * At most `limit` units in any span of one window, exactly. For small limits that are a promise, such as login
 * attempts. Keeps the time and cost of each allowed request in the window, up to `limit` entries a key.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_DURATION`, `ERR_INVALID_OPTION`, `ERR_NUMBER_TOO_LARGE`
 * @example
 * slidingLog({ limit: 5, window: '15m' })
 */
export function slidingLog(options: SlidingLogOptions): Limit<SlidingLogRule, Log> {
  checkOptions('slidingLog', options, ['limit', 'window'])
  const limit = checkCount('limit', options.limit)
  const windowMs = parseDuration('window', options.window)
  const isTooHigh = limit > MAX_EXACT / 2
  return limitOf({
    algorithm: slidingLogAlgorithm,
    rule: { limit, windowMs },
    lastMs: isTooHigh ? -1 : MAX_EXACT - windowMs,
    field: isTooHigh ? 'limit' : 'window',
    summary: `a limit of ${limit} in ${windowMs} ms`,
    remedy: 'take a shorter window or a lower limit',
  })
}
