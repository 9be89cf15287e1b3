import type { AlgorithmName } from '../../../algorithms/algorithm.ts'
import type { FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import type { GcraRule } from '../../../algorithms/gcra/gcra.ts'
import type { LeakyBucketRule } from '../../../algorithms/leaky-bucket/leaky-bucket.ts'
import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import type { SlidingWindowCounterRule } from '../../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import type { TokenBucketRule } from '../../../algorithms/token-bucket/token-bucket.ts'
import type { Limit } from '../../../limits/limit.ts'
import type { Columns } from './columns.ts'
import { FixedWindowColumns } from './fixed-window-columns.ts'
import { GcraColumns } from './gcra-columns.ts'
import { LeakyBucketColumns } from './leaky-bucket-columns.ts'
import { SlidingLogColumns } from './sliding-log-columns.ts'
import { SlidingWindowCounterColumns } from './sliding-window-counter-columns.ts'
import { TokenBucketColumns } from './token-bucket-columns.ts'

/** A rule is of the kind that belongs to its algorithm, which the type of a limit does not say. */
const makers: Readonly<Record<AlgorithmName, (rule: unknown, windowMs: number) => Columns>> = {
  'token-bucket': (rule) => new TokenBucketColumns(rule as TokenBucketRule),
  gcra: (rule) => new GcraColumns(rule as GcraRule),
  'leaky-bucket': (rule, windowMs) => new LeakyBucketColumns(rule as LeakyBucketRule, windowMs),
  'fixed-window': (rule) => new FixedWindowColumns(rule as FixedWindowRule),
  'sliding-log': (rule) => new SlidingLogColumns(rule as SlidingLogRule),
  'sliding-window-counter': (rule) => new SlidingWindowCounterColumns(rule as SlidingWindowCounterRule),
}

/** Empty columns for a limit. `windowMs` is the window that departures are measured by. */
export function columnsOf(limit: Limit, windowMs: number): Columns {
  return makers[limit.algorithm.name](limit.rule, windowMs)
}
