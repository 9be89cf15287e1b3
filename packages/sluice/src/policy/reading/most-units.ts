/** The most that a limit lets pass, by which it may make another one idle. */
import type { FixedWindowRule } from '../../algorithms/fixed-window/fixed-window.ts'
import type { GcraRule } from '../../algorithms/gcra/gcra.ts'
import type { LeakyBucketRule } from '../../algorithms/leaky-bucket/leaky-bucket.ts'
import {
  slidingWindowCounterBound,
  type SlidingWindowCounterRule,
} from '../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import type { Limit } from '../../limits/limit.ts'

/** From one request to another d ms later, both counted, at most `burst` + d `amount` / `periodMs` units pass. */
export interface ArrivalBound {
  readonly burst: bigint
  readonly amount: bigint
  readonly periodMs: bigint
}

/** `undefined` for windows of a calendar, whose lengths differ. */
export function arrivalBound({ algorithm, rule }: Limit): ArrivalBound | undefined {
  switch (algorithm.name) {
    case 'token-bucket':
    case 'gcra':
      return boundOf(rule.limit, rule as GcraRule)
    case 'leaky-bucket':
      // By `size` the request that leaves at this instant has made room already.
      return boundOf(rule.limit + ((rule as LeakyBucketRule).reading === 'size' ? 1 : 0), rule as GcraRule)
    case 'sliding-log':
      return windowBound(rule.limit, rule.limit, (rule as SlidingWindowCounterRule).windowMs)
    case 'sliding-window-counter': {
      const most = slidingWindowCounterBound(rule as SlidingWindowCounterRule)
      return windowBound(most, most, (rule as SlidingWindowCounterRule).windowMs)
    }
    case 'fixed-window': {
      // The end of one window and the beginning of the next.
      const { windowMs } = rule as FixedWindowRule
      return windowMs === undefined ? undefined : windowBound(2 * rule.limit, rule.limit, windowMs)
    }
  }
}

/** The most units in any `spanMs` ms; `undefined` where that is not known. */
export function mostUnits(limit: Limit, spanMs: bigint): bigint | undefined {
  const bound = arrivalBound(limit)
  if (bound === undefined) return undefined
  const { burst, amount, periodMs } = bound
  if (limit.algorithm.name.startsWith('sliding-')) return amount * dividedUp(spanMs, periodMs)
  if (limit.algorithm.name === 'fixed-window') return amount * (dividedUp(spanMs - 1n, periodMs) + 1n)
  return burst + ((spanMs - 1n) * amount) / periodMs
}

function boundOf(burst: number, { perMs, unit }: GcraRule): ArrivalBound {
  return { burst: BigInt(burst), amount: BigInt(perMs), periodMs: BigInt(unit) }
}

function windowBound(burst: number, amount: number, windowMs: number): ArrivalBound {
  return { burst: BigInt(burst), amount: BigInt(amount), periodMs: BigInt(windowMs) }
}

function dividedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
