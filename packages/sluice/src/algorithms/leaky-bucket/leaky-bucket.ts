/**
 * Leaky bucket as a queue: requests wait in the bucket and leave it at an even rate, one every interval; one that
 * finds the bucket full is refused. c units take c places, and the first of them leaves after `delayMs`.
 *
 * Departures inside one busy spell are an interval apart, so one number tells them all: when the next request could
 * leave. The two readings of a full bucket are two ways to round the time until then to places:
 * - `size` counts every request in the bucket, the one that leaves at this instant too: whole intervals, rounded down.
 * - `queue` counts waiting places only, so queue + 1 pass at once: rounded up. This is NGINX's `burst`, and it decides
 *   exactly as GCRA does with a burst of queue + 1.
 */
import type { Algorithm } from '../algorithm.ts'
import {
  aheadOf,
  gcraAlgorithm,
  gcraRule,
  tatAfter,
  tatCarriedOver,
  tatExhausted,
  tatGivenBack,
  type GcraRule,
} from '../gcra/gcra.ts'

export type LeakyBucketReading = 'size' | 'queue'

export interface LeakyBucketRule extends GcraRule {
  readonly reading: LeakyBucketReading
}

/** When the next request could leave, in parts since the epoch of scaled times. */
export type LeakyBucketState = number

/** `places` is the size, or the queue and the one place beside it. */
export function leakyBucketRule(
  reading: LeakyBucketReading,
  places: number,
  amount: number,
  periodMs: number,
): LeakyBucketRule {
  return { ...gcraRule(places, amount, periodMs), reading }
}

export const leakyBucketAlgorithm: Algorithm<LeakyBucketRule, LeakyBucketState> = {
  name: 'leaky-bucket',

  waitMs(rule, next, nowMs, cost) {
    if (rule.reading === 'queue') return gcraAlgorithm.waitMs(rule, next, nowMs, cost)
    return untilInside(rule, aheadOf(rule, next, nowMs), rule.limit - cost)
  },

  take: tatAfter,
  takeRefused: tatExhausted,

  /**
   * Places are taken back from the end of the queue. Give back the request that was accepted last, or one that was
   * never sent: a place in the middle of the queue cannot be filled again, only shortened.
   */
  giveBack: tatGivenBack,
  carryOver: tatCarriedOver,

  standing(rule, next, nowMs) {
    if (rule.reading === 'queue') return gcraAlgorithm.standing(rule, next, nowMs)
    const ahead = aheadOf(rule, next, nowMs)
    const inside = placesTaken(rule, ahead)
    return {
      remaining: rule.limit - inside,
      resetAfterMs: Math.ceil(ahead / rule.perMs),
      replenishAfterMs: inside === 0 ? 0 : untilInside(rule, ahead, inside - 1),
    }
  },

  delayMs(rule, next, nowMs) {
    return Math.ceil(aheadOf(rule, next, nowMs) / rule.perMs)
  },
}

/** Places that are taken, by the reading of `size`, while `ahead` is in use. */
export function placesTaken(rule: LeakyBucketRule, ahead: number): number {
  return Math.min(rule.limit, Math.floor(ahead / rule.unit))
}

/** Milliseconds until at most `places` are inside. A request is inside up to and at the instant it leaves. */
export function untilInside(rule: LeakyBucketRule, ahead: number, places: number): number {
  const excess = ahead - (places + 1) * rule.unit
  return excess < 0 ? 0 : Math.floor(excess / rule.perMs) + 1
}
