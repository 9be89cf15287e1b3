import {
  tokenBucketAlgorithm,
  tokenBucketLastMs,
  tokenBucketRule,
  type TokenBucketRule,
  type TokenBucketState,
} from '../algorithms/token-bucket/token-bucket.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions } from './options.ts'
import { parseRate, type Rate } from './rate.ts'

export interface TokenBucketOptions {
  /** Tokens in a full bucket: the largest burst. A whole number of at least 1. */
  readonly capacity: number
  /** Tokens gained, such as `'5/s'`. */
  readonly rate: Rate
}

/**
 * A burst of up to `capacity` passes at once, then `rate`: any stretch of T passes at most capacity + rate * T. The
 * usual choice for an API. Keeps two numbers a key.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_RATE`, `ERR_INVALID_OPTION`, `ERR_NUMBER_TOO_LARGE`
 * @example
 * tokenBucket({ capacity: 20, rate: '5/s' })
 */
export function tokenBucket(options: TokenBucketOptions): Limit<TokenBucketRule, TokenBucketState> {
  checkOptions('tokenBucket', options, ['capacity', 'rate'])
  const capacity = checkCount('capacity', options.capacity)
  const { amount, periodMs } = parseRate('rate', options.rate)
  const rule = tokenBucketRule(capacity, amount, periodMs)
  const remedy = 'lower the capacity, or give the rate over a shorter period (per second instead of per day)'
  return limitOf({
    algorithm: tokenBucketAlgorithm,
    rule,
    lastMs: tokenBucketLastMs(rule),
    field: 'capacity',
    summary: `a capacity of ${capacity} at ${amount} per ${periodMs} ms`,
    remedy,
  })
}
