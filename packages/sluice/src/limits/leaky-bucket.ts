import { gcraLastMs } from '../algorithms/gcra/gcra.ts'
import {
  leakyBucketAlgorithm,
  leakyBucketRule,
  type LeakyBucketRule,
  type LeakyBucketState,
} from '../algorithms/leaky-bucket/leaky-bucket.ts'
import { SluiceError } from '../errors.ts'
import { TIME_REMEDY } from './gcra.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions, shown } from './options.ts'
import { parseRate, type Rate } from './rate.ts'

/** Exactly one of `size` and `queue`. */
export type LeakyBucketOptions = {
  /** The rate at which requests leave, such as `'50/s'`: one every period / amount. */
  readonly rate: Rate
} & (
  | {
      /** Requests in the bucket at once, the one that leaves at this instant too. A whole number of at least 1. */
      readonly size: number
      readonly queue?: undefined
    }
  | {
      /** Waiting places: queue + 1 pass at once, the first without waiting. A whole number of at least 1. */
      readonly queue: number
      readonly size?: undefined
    }
)

/**
 * Requests wait in a bucket and leave it at an even rate; an allowed request must wait for `delayMs` before it goes
 * on, and one that finds the bucket full is refused. For work that can wait but must not come in bursts. Keeps one
 * number a key.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_RATE`, `ERR_INVALID_OPTION`, `ERR_NUMBER_TOO_LARGE`
 * @example
 * leakyBucket({ size: 100, rate: '50/s' })
 */
export function leakyBucket(options: LeakyBucketOptions): Limit<LeakyBucketRule, LeakyBucketState> {
  checkOptions('leakyBucket', options, ['size', 'queue', 'rate'])
  if ((options.size === undefined) === (options.queue === undefined)) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `leakyBucket takes exactly one of size and queue; found ${options.size === undefined ? 'neither' : 'both'}.`,
      { field: 'size', value: options.size },
    )
  }
  const { amount, periodMs } = parseRate('rate', options.rate)
  const rule =
    options.queue === undefined
      ? leakyBucketRule('size', checkCount('size', options.size), amount, periodMs)
      : leakyBucketRule('queue', checkQueue(options.queue) + 1, amount, periodMs)
  return limitOf({
    algorithm: leakyBucketAlgorithm,
    rule,
    lastMs: gcraLastMs(rule),
    field: 'rate',
    summary: `a ${rule.reading} of ${options.size ?? options.queue} at ${amount} per ${periodMs} ms`,
    remedy: TIME_REMEDY,
  })
}

function checkQueue(queue: unknown): number {
  if (queue !== 0) return checkCount('queue', queue)
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `queue must be a whole number of at least 1; found ${shown(queue)}. ` +
      'Without waiting places nothing waits: gcra({ burst: 1, rate }) decides so.',
    { field: 'queue', value: queue },
  )
}
