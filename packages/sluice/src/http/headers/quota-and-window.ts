import type { ScaledRate } from '../../algorithms/scale.ts'
import type { FixedWindowRule } from '../../algorithms/fixed-window/fixed-window.ts'
import type { AlgorithmName, Rule } from '../../algorithms/algorithm.ts'
import type { Limit } from '../../limits/limit.ts'

/** What `q` and `w` say of a limit. */
export interface QuotaAndWindow {
  readonly quota: number
  /** Whole seconds, rounded up, so that a client that paces itself by them is never refused. */
  readonly windowSeconds: number
}

/** A day in no month's end and under no change of clocks, in a month of 31 days of a year of 366. */
const SAMPLE_DAY_MS = Date.UTC(2024, 0, 17, 12)

/**
 * The windows have theirs. A bucket's quota is what it holds when full, its window the time in which that much comes
 * back: `q / w` is then the rate, and what remains is never above `q`. A month counts as 31 days, a year as 366.
 */
export function quotaAndWindow(limit: Limit): QuotaAndWindow {
  return {
    quota: limit.rule.limit,
    windowSeconds: Math.ceil(windowMs[limit.algorithm.name](limit.rule) / 1000),
  }
}

const windowMs: Readonly<Record<AlgorithmName, (rule: Rule) => number>> = {
  'token-bucket': refillMs,
  gcra: refillMs,
  'leaky-bucket': refillMs,
  'fixed-window': (rule) => {
    const { startMs, endMs } = (rule as FixedWindowRule).windowAt(SAMPLE_DAY_MS)
    return endMs - startMs
  },
  'sliding-log': (rule) => (rule as SlidingRule).windowMs,
  'sliding-window-counter': (rule) => (rule as SlidingRule).windowMs,
}

interface SlidingRule extends Rule {
  readonly windowMs: number
}

function refillMs(rule: Rule): number {
  const { perMs, unit } = rule as Rule & ScaledRate
  return (rule.limit * unit) / perMs
}
