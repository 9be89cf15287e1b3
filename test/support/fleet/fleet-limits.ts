/** The limits that a fleet hammers, small enough for a short run to meet them, each with who judges what passed. */
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../../packages/sluice/src/index.ts'
import { epochWindows, firstRequestOracle, fixedWindowOracle } from '../oracles/fixed-window-oracle.ts'
import { gcraOracle, leakyQueueOracle } from '../oracles/gcra-oracle.ts'
import { leakySizeOracle } from '../oracles/leaky-size-oracle.ts'
import type { Oracle } from '../oracles/oracle.ts'
import { slidingLogOracle } from '../oracles/sliding-log-oracle.ts'
import { slidingWindowCounterOracle } from '../oracles/sliding-window-counter-oracle.ts'
import { tokenBucketOracle } from '../oracles/token-bucket-oracle.ts'

export interface FleetLimit {
  readonly limit: Limit
  readonly oracle: () => Oracle
  /** The most units that may pass in so many milliseconds, whenever they begin. */
  readonly most: (lengthMs: number) => number
}

const UNITS = 20
const WINDOW_MS = 700

const windowsIn = (lengthMs: number): number => Math.floor(lengthMs / WINDOW_MS) + 2
const atARate = (lengthMs: number): number => UNITS + 1 + Math.floor((lengthMs * 7) / 1000)
const inWindows = (lengthMs: number): number => UNITS * windowsIn(lengthMs)

export const fleetLimits: Readonly<Record<string, FleetLimit>> = {
  'token bucket': {
    limit: tokenBucket({ capacity: UNITS, rate: '7/s' }),
    oracle: () => tokenBucketOracle(UNITS, 7, 1000),
    most: atARate,
  },
  gcra: {
    limit: gcra({ burst: UNITS, rate: '7/s' }),
    oracle: () => gcraOracle(UNITS, 7, 1000),
    most: atARate,
  },
  'leaky bucket by size': {
    limit: leakyBucket({ size: UNITS, rate: '7/s' }),
    oracle: () => leakySizeOracle(UNITS, 7, 1000),
    most: atARate,
  },
  'leaky bucket by queue': {
    limit: leakyBucket({ queue: UNITS, rate: '7/s' }),
    oracle: () => leakyQueueOracle(UNITS, 7, 1000),
    most: atARate,
  },
  'fixed window': {
    limit: fixedWindow({ limit: UNITS, window: WINDOW_MS }),
    oracle: () => fixedWindowOracle(UNITS, epochWindows(WINDOW_MS)),
    most: inWindows,
  },
  'fixed window from the first request': {
    limit: fixedWindow({ limit: UNITS, window: WINDOW_MS, align: 'first-request' }),
    oracle: () => firstRequestOracle(UNITS, WINDOW_MS),
    most: inWindows,
  },
  'sliding log': {
    limit: slidingLog({ limit: UNITS, window: WINDOW_MS }),
    oracle: () => slidingLogOracle(UNITS, WINDOW_MS),
    most: inWindows,
  },
  'sliding window counter': {
    limit: slidingWindowCounter({ limit: UNITS, window: WINDOW_MS }),
    oracle: () => slidingWindowCounterOracle(UNITS, WINDOW_MS),
    most: inWindows,
  },
}
