import type { Rule } from '../algorithms/algorithm.ts'
import type { FixedWindowRule } from '../algorithms/fixed-window/fixed-window.ts'
import { gcraLastMs, gcraRule, type GcraRule } from '../algorithms/gcra/gcra.ts'
import { leakyBucketRule, type LeakyBucketRule } from '../algorithms/leaky-bucket/leaky-bucket.ts'
import { HORIZON_MS, MAX_EXACT } from '../algorithms/scale.ts'
import type { SlidingLogRule } from '../algorithms/sliding-log/sliding-log.ts'
import type { SlidingWindowCounterRule } from '../algorithms/sliding-window-counter/sliding-window-counter.ts'
import {
  tokenBucketLastMs,
  tokenBucketRule,
  type TokenBucketRule,
} from '../algorithms/token-bucket/token-bucket.ts'
import { limitOf, type Limit } from './limit.ts'
import { unitsOfShare, type Share } from './share.ts'

interface Scaled {
  readonly rule: Rule
  readonly lastMs: number
}

/**
 * The same limit for a share of its units, so that processes whose shares add up to one pass no more together than the
 * limit itself: in any stretch of time for buckets and logs, in every window for fixed windows. Two are a little looser:
 * a leaky bucket by `size` lets one request leave at once in each process, and the estimates of sliding window counters
 * add up to at most twice the limit in any span of one window.
 *
 * Always rounded down: the units that pass at one instant (capacity, burst, places, or units in a window) to whole ones.
 * Kept exactly: windows with their edges, also those of the calendar and those from the first request; and rates, since
 * 5 a second shared by three is 5 in three seconds. Only where such a rate would pass 2^53 before 2070 is the share
 * itself cut to one part of so many, `parts: 1`, which always fits.
 *
 * `undefined` if the share is less than one unit. One unit for each process would be more than the limit in all, so
 * there is none.
 */
export function scaledLimit(limit: Limit, share: Share): Limit | undefined {
  if (share.parts >= share.of) return limit
  if (unitsOfShare(limit.rule.limit, share) === 0) return undefined
  return scaledExactly(limit, share) ?? scaledExactly(limit, simpler(share))
}

function simpler({ parts, of }: Share): Share {
  return { parts: 1, of: Math.ceil(of / parts) }
}

function scaledExactly(limit: Limit, share: Share): Limit | undefined {
  const units = unitsOfShare(limit.rule.limit, share)
  const scaled = units === 0 ? undefined : scaledRule(limit, units, share)
  if (scaled === undefined || scaled.lastMs < HORIZON_MS) return undefined
  return limitOf({
    algorithm: limit.algorithm,
    ...scaled,
    field: 'share',
    summary: `${share.parts}/${share.of} of ${limit.summary}`,
    remedy: 'take a simpler share',
  })
}

function scaledRule({ algorithm, rule, lastMs }: Limit, units: number, share: Share): Scaled | undefined {
  switch (algorithm.name) {
    case 'token-bucket':
      return bucketOf(rule as TokenBucketRule, share, (amount, periodMs) => {
        const scaled = tokenBucketRule(units, amount, periodMs)
        return { rule: scaled, lastMs: tokenBucketLastMs(scaled) }
      })
    case 'gcra':
      return bucketOf(rule as GcraRule, share, (amount, periodMs) => {
        const scaled = gcraRule(units, amount, periodMs)
        return { rule: scaled, lastMs: gcraLastMs(scaled) }
      })
    case 'leaky-bucket':
      return bucketOf(rule as LeakyBucketRule, share, (amount, periodMs) => {
        const scaled = leakyBucketRule((rule as LeakyBucketRule).reading, units, amount, periodMs)
        return { rule: scaled, lastMs: gcraLastMs(scaled) }
      })
    case 'fixed-window':
      return { rule: { ...(rule as FixedWindowRule), limit: units }, lastMs }
    case 'sliding-log':
      return { rule: { ...(rule as SlidingLogRule), limit: units }, lastMs }
    case 'sliding-window-counter':
      return { rule: { ...(rule as SlidingWindowCounterRule), limit: units }, lastMs }
  }
}

/** A bucket whose rate is the share of another's; none if the rate has no exact numbers. */
function bucketOf(
  { perMs, unit }: GcraRule | TokenBucketRule,
  { parts, of }: Share,
  build: (amount: number, periodMs: number) => Scaled,
): Scaled | undefined {
  const amount = perMs * parts
  const periodMs = unit * of
  return amount <= MAX_EXACT && periodMs <= MAX_EXACT ? build(amount, periodMs) : undefined
}
