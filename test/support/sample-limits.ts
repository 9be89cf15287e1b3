/** One limit of every kind, with awkward rates, for tests in which the limit does not matter. */
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'

export const sampleLimits: Readonly<Record<string, Limit>> = {
  'token bucket': tokenBucket({ capacity: 10, rate: '7/min' }),
  gcra: gcra({ burst: 10, rate: '997/h' }),
  'leaky bucket by size': leakyBucket({ size: 5, rate: '7/min' }),
  'leaky bucket by queue': leakyBucket({ queue: 5, rate: '7/min' }),
  'fixed window': fixedWindow({ limit: 10, window: '1m' }),
  'fixed window from the first request': fixedWindow({ limit: 10, window: '1m', align: 'first-request' }),
  'fixed window by the calendar': fixedWindow({ limit: 10, window: 'day', timeZone: 'Asia/Kathmandu' }),
  'sliding log': slidingLog({ limit: 10, window: '1m' }),
  'sliding window counter': slidingWindowCounter({ limit: 10, window: '1m' }),
  'sliding window counter above 32 bits': slidingWindowCounter({ limit: 2 ** 33, window: '1m' }),
}
