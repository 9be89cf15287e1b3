import {
  gcraAlgorithm,
  gcraLastMs,
  gcraRule,
  type GcraRule,
  type GcraState,
} from '../algorithms/gcra/gcra.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions } from './options.ts'
import { parseRate, type Rate } from './rate.ts'

export interface GcraOptions {
  /** Requests that may come at once. A whole number of at least 1. */
  readonly burst: number
  /** The steady rate, such as `'5/s'`. */
  readonly rate: Rate
}

/**
 * Decides exactly as a token bucket with a capacity of `burst` does, and keeps one number a key instead of two.
 * Because that number is a time, a rate whose lowest terms have more than about 5,700 units a millisecond-multiple
 * (such as 9,973 per second) cannot be counted exactly and is refused; a token bucket takes those.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_RATE`, `ERR_INVALID_OPTION`, `ERR_NUMBER_TOO_LARGE`
 * @example
 * gcra({ burst: 20, rate: '5/s' })
 */
export function gcra(options: GcraOptions): Limit<GcraRule, GcraState> {
  checkOptions('gcra', options, ['burst', 'rate'])
  const burst = checkCount('burst', options.burst)
  const { amount, periodMs } = parseRate('rate', options.rate)
  const rule = gcraRule(burst, amount, periodMs)
  return limitOf({
    algorithm: gcraAlgorithm,
    rule,
    lastMs: gcraLastMs(rule),
    field: 'rate',
    summary: `a burst of ${burst} at ${amount} per ${periodMs} ms`,
    remedy: TIME_REMEDY,
  })
}

/** What helps where a scaled time grows too large. */
export const TIME_REMEDY =
  'take a rate with a simpler fraction (such as 10000/s instead of 9973/s), a smaller burst, or tokenBucket, which decides the same'
