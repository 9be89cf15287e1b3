import type { AlgorithmName } from '../../algorithms/algorithm.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { leakyBucket } from '../../limits/leaky-bucket.ts'
import type { Limit } from '../../limits/limit.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import { slidingWindowCounter } from '../../limits/sliding-window-counter.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import {
  alignOf,
  calendarOrDurationOf,
  countOf,
  durationOf,
  rateOf,
  timeZoneOf,
  type FieldReader,
} from './fields.ts'

export type PolicyAlgorithm = AlgorithmName

/** How the numbers of an algorithm are written. */
export interface AlgorithmShape {
  readonly fields: Readonly<Record<string, FieldReader>>
  /** What to write where one is missing, by its name. */
  readonly required: Readonly<Record<string, string>>
  /** Makes the limit of what the fields gave. */
  readonly build: (options: never) => Limit
}

const RATE = 'write a rate, such as rate: 5/s'
const LIMIT = 'write the units that pass in a window, such as limit: 100'
const WINDOW = 'write the length of the window, such as window: 1m'

export const algorithmShapes: Readonly<Record<PolicyAlgorithm, AlgorithmShape>> = {
  'token-bucket': {
    fields: { capacity: countOf, rate: rateOf },
    required: { capacity: 'write the largest burst, such as capacity: 20', rate: RATE },
    build: tokenBucket,
  },
  gcra: {
    fields: { burst: countOf, rate: rateOf },
    required: { burst: 'write the largest burst, such as burst: 20', rate: RATE },
    build: gcra,
  },
  'leaky-bucket': {
    fields: { size: countOf, queue: countOf, rate: rateOf },
    required: { rate: RATE },
    build: leakyBucket,
  },
  'fixed-window': {
    fields: { limit: countOf, window: calendarOrDurationOf, align: alignOf, timeZone: timeZoneOf },
    required: { limit: LIMIT, window: `${WINDOW} or window: month` },
    build: fixedWindow,
  },
  'sliding-log': {
    fields: { limit: countOf, window: durationOf },
    required: { limit: LIMIT, window: WINDOW },
    build: slidingLog,
  },
  'sliding-window-counter': {
    fields: { limit: countOf, window: durationOf },
    required: { limit: LIMIT, window: WINDOW },
    build: slidingWindowCounter,
  },
}

export const algorithmNames: readonly PolicyAlgorithm[] = Object.keys(algorithmShapes) as PolicyAlgorithm[]

export function isAlgorithm(name: string): name is PolicyAlgorithm {
  return Object.hasOwn(algorithmShapes, name)
}
