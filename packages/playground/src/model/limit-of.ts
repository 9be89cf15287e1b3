import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from 'sluice'
import type { LaneName } from './lane-name.ts'
import type { LaneSettings } from './setup.ts'

/**
 * The library's limit for a lane.
 *
 * @throws SluiceError as the library's constructors do; `field` names the number at fault as the library calls it
 */
export function limitOf(name: LaneName, { limit, windowMs, burst, rate, reading }: LaneSettings): Limit {
  switch (name) {
    case 'token-bucket':
      return tokenBucket({ capacity: burst, rate })
    case 'gcra':
      return gcra({ burst, rate })
    case 'leaky-bucket':
      return reading === 'size' ? leakyBucket({ size: burst, rate }) : leakyBucket({ queue: burst, rate })
    case 'fixed-window':
      return fixedWindow({ limit, window: windowMs })
    case 'sliding-log':
      return slidingLog({ limit, window: windowMs })
    case 'sliding-window-counter':
      return slidingWindowCounter({ limit, window: windowMs })
  }
}

/** What a lane promises over time: so many units in any span of so many milliseconds, bursts aside. */
export interface Promised {
  readonly units: number
  readonly windowMs: number
}

export function promised(name: LaneName, { limit, windowMs, rate }: LaneSettings): Promised {
  const isBucket = name === 'token-bucket' || name === 'gcra' || name === 'leaky-bucket'
  return isBucket ? { units: rate.amount, windowMs: rate.periodMs } : { units: limit, windowMs }
}
