import type { AlgorithmName } from '../algorithms/algorithm.ts'
import { fixedWindow } from '../limits/fixed-window.ts'
import { gcra } from '../limits/gcra.ts'
import { leakyBucket } from '../limits/leaky-bucket.ts'
import type { Limit } from '../limits/limit.ts'
import { slidingLog } from '../limits/sliding-log.ts'
import { slidingWindowCounter } from '../limits/sliding-window-counter.ts'
import { tokenBucket } from '../limits/token-bucket.ts'

/**
 * What "`limit` requests in `windowMs`" means to each algorithm: a token bucket and GCRA of `limit` that gain `limit`
 * in a window, a leaky bucket of that size that lets `limit` out in a window, and the three windows themselves.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_DURATION`, `ERR_NUMBER_TOO_LARGE`
 */
export function standardLimits(limit: number, windowMs: number): Readonly<Record<AlgorithmName, Limit>> {
  const rate = { amount: limit, periodMs: windowMs }
  const window = windowMs
  return {
    'token-bucket': tokenBucket({ capacity: limit, rate }),
    gcra: gcra({ burst: limit, rate }),
    'leaky-bucket': leakyBucket({ size: limit, rate }),
    'fixed-window': fixedWindow({ limit, window }),
    'sliding-log': slidingLog({ limit, window }),
    'sliding-window-counter': slidingWindowCounter({ limit, window }),
  }
}
