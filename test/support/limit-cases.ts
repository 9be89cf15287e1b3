/** Random limits of every kind, made by the public constructors, each with the oracle that judges it. */
import * as fc from 'fast-check'
import { slidingWindowCounterBound } from '../../packages/sluice/src/algorithms/sliding-window-counter/sliding-window-counter.ts'
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'
import { lawRuns } from './law-runs.ts'
import {
  epochWindows,
  firstRequestOracle,
  fixedWindowOracle,
  utcMonths,
} from './oracles/fixed-window-oracle.ts'
import { gcraOracle, leakyQueueOracle } from './oracles/gcra-oracle.ts'
import { leakySizeOracle } from './oracles/leaky-size-oracle.ts'
import type { Oracle } from './oracles/oracle.ts'
import { slidingLogOracle } from './oracles/sliding-log-oracle.ts'
import { slidingWindowCounterOracle } from './oracles/sliding-window-counter-oracle.ts'
import { tokenBucketOracle } from './oracles/token-bucket-oracle.ts'

export interface LimitCase {
  /** How the limit was written, for reports of failures. */
  readonly label: string
  readonly limit: Limit
  /** A stretch over which something changes: an interval between two units, or a window. */
  readonly spanMs: number
  readonly oracle: () => Oracle
  /** The most units that may pass in any stretch [t, t + lengthMs]. */
  readonly mostWithin: (lengthMs: number) => number
}

/** A number of units, small more often than not, so that edges are met. */
export const capacities: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 2, arbitrary: fc.integer({ min: 7, max: 60 }) },
)

export interface RateNumbers {
  readonly amount: number
  readonly periodMs: number
}

const awkwardRates: readonly RateNumbers[] = [
  { amount: 7, periodMs: 60_000 },
  { amount: 997, periodMs: 3_600_000 },
  { amount: 2500, periodMs: 1000 },
  { amount: 7, periodMs: 1000 },
  { amount: 10, periodMs: 13_000 },
  { amount: 1, periodMs: 3000 },
  { amount: 3, periodMs: 7 },
  { amount: 1, periodMs: 1 },
  { amount: 100, periodMs: 2_629_746_000 },
  { amount: 1, periodMs: 31_556_952_000 },
]

export const rates: fc.Arbitrary<RateNumbers> = fc.oneof(
  fc.constantFrom(...awkwardRates),
  fc.record({ amount: fc.integer({ min: 1, max: 40 }), periodMs: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({
    amount: fc.integer({ min: 1, max: 4000 }),
    periodMs: fc.integer({ min: 1, max: 100_000_000 }),
  }),
)

const windows: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(1000, 60_000, 7, 997, 2_629_746_000, 31_556_952_000),
  fc.integer({ min: 2, max: 50 }),
  fc.integer({ min: 51, max: 100_000_000 }),
)

function overRates(
  name: string,
  of: (capacity: number, rate: RateNumbers) => Omit<LimitCase, 'label' | 'spanMs' | 'mostWithin'>,
  placesFree: number,
): fc.Arbitrary<LimitCase> {
  return fc.tuple(capacities, rates).map(([capacity, rate]) => ({
    label: `${name} ${capacity}, ${rate.amount}/${rate.periodMs}ms`,
    spanMs: Math.max(1, Math.ceil(rate.periodMs / rate.amount)),
    mostWithin: (lengthMs) => capacity + placesFree + Math.floor((lengthMs * rate.amount) / rate.periodMs),
    ...of(capacity, rate),
  }))
}

function overWindows(
  name: string,
  of: (limit: number, windowMs: number) => Pick<LimitCase, 'limit' | 'oracle'>,
  boundOf: (limit: number, windowMs: number) => number,
): fc.Arbitrary<LimitCase> {
  return fc.tuple(capacities, windows).map(([limit, windowMs]) => ({
    label: `${name} ${limit} in ${windowMs}ms`,
    spanMs: windowMs,
    // A longer stretch is covered by windows, each of which [t, t + W) holds at most the bound.
    mostWithin: (lengthMs) => boundOf(limit, windowMs) * (Math.floor(lengthMs / windowMs) + 1),
    ...of(limit, windowMs),
  }))
}

/** Every algorithm in all its readings, by name. */
const limitCases: Readonly<Record<string, fc.Arbitrary<LimitCase>>> = {
  'token bucket': overRates(
    'token bucket',
    (capacity, rate) => ({
      limit: tokenBucket({ capacity, rate }),
      oracle: () => tokenBucketOracle(capacity, rate.amount, rate.periodMs),
    }),
    0,
  ),
  gcra: overRates(
    'gcra',
    (burst, rate) => ({
      limit: gcra({ burst, rate }),
      oracle: () => gcraOracle(burst, rate.amount, rate.periodMs),
    }),
    0,
  ),
  'leaky bucket by size': overRates(
    'leaky bucket of size',
    (size, rate) => ({
      limit: leakyBucket({ size, rate }),
      oracle: () => leakySizeOracle(size, rate.amount, rate.periodMs),
    }),
    // One leaves right after the first instant, and one more in each interval.
    1,
  ),
  'leaky bucket by queue': overRates(
    'leaky bucket with queue',
    (queue, rate) => ({
      limit: leakyBucket({ queue, rate }),
      oracle: () => leakyQueueOracle(queue, rate.amount, rate.periodMs),
    }),
    1,
  ),
  'fixed window': overWindows(
    'fixed window',
    (limit, windowMs) => ({
      limit: fixedWindow({ limit, window: windowMs }),
      oracle: () => fixedWindowOracle(limit, epochWindows(windowMs)),
    }),
    (limit) => 2 * limit,
  ),
  'fixed window from the first request': overWindows(
    'fixed window from the first request',
    (limit, windowMs) => ({
      limit: fixedWindow({ limit, window: windowMs, align: 'first-request' }),
      oracle: () => firstRequestOracle(limit, windowMs),
    }),
    (limit) => 2 * limit,
  ),
  'fixed window by the calendar': capacities.map((limit) => ({
    label: `fixed window ${limit} a month`,
    spanMs: 28 * 86_400_000,
    limit: fixedWindow({ limit, window: 'month', timeZone: 'UTC' }),
    oracle: () => fixedWindowOracle(limit, utcMonths),
    mostWithin: (lengthMs) => 2 * limit * (Math.floor(lengthMs / (28 * 86_400_000)) + 1),
  })),
  'sliding log': overWindows(
    'sliding log',
    (limit, windowMs) => ({
      limit: slidingLog({ limit, window: windowMs }),
      oracle: () => slidingLogOracle(limit, windowMs),
    }),
    (limit) => limit,
  ),
  'sliding window counter': overWindows(
    'sliding window counter',
    (limit, windowMs) => ({
      limit: slidingWindowCounter({ limit, window: windowMs }),
      oracle: () => slidingWindowCounterOracle(limit, windowMs),
    }),
    (limit, windowMs) => slidingWindowCounterBound({ limit, windowMs }),
  ),
}

/** Rows for `test.each`: a name, the limits, and on how many histories to try a law; finding calendar windows is slow. */
export const everyLimit: readonly (readonly [string, fc.Arbitrary<LimitCase>, number])[] = Object.entries(
  limitCases,
).map(([name, limits]) => [
  name,
  limits.map(shownByLabel),
  name.includes('calendar') ? Math.ceil(lawRuns / 10) : lawRuns,
])

/** The same for limiters, whose clocks must stay before 2070: without spans of months, except the calendar's own. */
export const everyShortLimit: typeof everyLimit = everyLimit.map(([name, limits, numRuns]) => [
  name,
  limits.filter(({ spanMs }) => name.includes('calendar') || spanMs <= 100_000_000),
  Math.ceil(numRuns / 2),
])

/** So that a failure prints how a limit was written, not the source of its algorithm. */
function shownByLabel(example: LimitCase): LimitCase {
  return Object.assign({ [fc.toStringMethod]: () => example.label }, example)
}
