import type { FixedWindowRule } from '../../algorithms/fixed-window/fixed-window.ts'
import type { GcraRule } from '../../algorithms/gcra/gcra.ts'
import type { SlidingWindowCounterRule } from '../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import type { Limit } from '../../limits/limit.ts'
import { arrivalBound, mostUnits } from './most-units.ts'

/**
 * Whether `one` refuses whatever `other` would, where both are charged with the same requests: then `other` could as
 * well be left out. True only where that is certain; many pairs that never meet in practice are not known here.
 */
export function isAlwaysFirst(one: Limit, other: Limit): boolean {
  if (haveSameWindows(one, other)) return one.rule.limit <= other.rule.limit
  switch (other.algorithm.name) {
    case 'token-bucket':
    case 'gcra':
    case 'leaky-bucket':
      return fitsBucket(one, other)
    case 'sliding-window-counter':
      return fitsCounter(one, other.rule as SlidingWindowCounterRule)
    case 'sliding-log':
      return fitsSpan(one, other, BigInt((other.rule as SlidingWindowCounterRule).windowMs))
    case 'fixed-window':
      return areNested(one, other) || fitsSpan(one, other, longestWindowMs(other.rule as FixedWindowRule))
  }
}

/** Limits of one algorithm that differ in nothing but the units in a window. */
function haveSameWindows(one: Limit, other: Limit): boolean {
  if (!/window|log/.test(one.algorithm.name) || one.algorithm.name !== other.algorithm.name) return false
  // Windows that start at a first request start at another one for a rule that sees more requests.
  if ((one.rule as Partial<FixedWindowRule>).anchored === true) return false
  return windowsInWords(one) === windowsInWords(other)
}

/** Limits say their units first: "5 a day of the calendar in UTC", "a limit of 5 in 1000 ms". */
function windowsInWords({ summary, rule }: Limit): string {
  return summary.replace(String(rule.limit), '')
}

function fitsBucket(one: Limit, { rule }: Limit): boolean {
  const bound = arrivalBound(one)
  if (bound === undefined) return false
  const { perMs, unit } = rule as GcraRule
  return bound.burst <= BigInt(rule.limit) && bound.amount * BigInt(unit) <= BigInt(perMs) * bound.periodMs
}

/** Its estimate is at most what passed in the last window and in this one, each with a burst of its own. */
function fitsCounter(one: Limit, { limit, windowMs }: SlidingWindowCounterRule): boolean {
  const bound = arrivalBound(one)
  if (bound === undefined) return false
  const { burst, amount, periodMs } = bound
  return 2n * burst * periodMs + amount * BigInt(windowMs) <= BigInt(limit) * periodMs
}

function fitsSpan(one: Limit, { rule }: Limit, spanMs: bigint): boolean {
  const most = mostUnits(one, spanMs)
  return most !== undefined && most <= BigInt(rule.limit)
}

/** Whether every window of `other` lies within one of `one`, and `one` passes no more units in it. */
function areNested(one: Limit, other: Limit): boolean {
  if (one.algorithm.name !== 'fixed-window' || one.rule.limit > other.rule.limit) return false
  const outer = one.rule as FixedWindowRule
  const inner = other.rule as FixedWindowRule
  if (outer.anchored || inner.anchored || outer.windowMs === undefined || inner.windowMs === undefined)
    return false
  return outer.windowMs % inner.windowMs === 0
}

/** Windows of a calendar are at most twice as long as any of them: months of 28 and 31 days, days of 23 and 25 hours. */
function longestWindowMs({ windowMs, windowAt }: FixedWindowRule): bigint {
  if (windowMs !== undefined) return BigInt(windowMs)
  const { startMs, endMs } = windowAt(EXAMPLE_MS)
  return 2n * BigInt(endMs - startMs)
}

const EXAMPLE_MS = Date.UTC(2026, 0, 15)
