/**
 * Generic cell rate algorithm in its virtual scheduling form (ITU-T I.371, Annex A): a token bucket kept as one
 * number a key, the theoretical arrival time (TAT), when the next request would be due if requests came exactly at
 * the rate. A request of cost c passes if max(TAT, t) + c * interval - t <= burst * interval.
 *
 * It departs from the recommendation in two points: a cost counts as that many cells at once, and times are whole
 * numbers of parts (milliseconds times the rate), so an interval that is no whole number of milliseconds is exact.
 */
import type { Algorithm, Rule } from '../algorithm.ts'
import {
  isSameScale,
  lastScalableMs,
  MAX_EXACT,
  rescaled,
  scaledTime,
  scaleRate,
  type ScaledRate,
} from '../scale.ts'

/** `unit` is the interval between two requests at the steady rate, in parts. */
export interface GcraRule extends Rule, ScaledRate {
  /** How far the TAT may run ahead of the time: `limit` intervals. */
  readonly full: number
}

/** The theoretical arrival time, in parts since the epoch of scaled times. */
export type GcraState = number

export function gcraRule(burst: number, amount: number, periodMs: number): GcraRule {
  const rate = scaleRate(amount, periodMs)
  return { limit: burst, ...rate, full: burst * rate.unit }
}

/** The last time that can be decided exactly: the TAT runs a full allowance ahead of it, and a request comes on top. */
export function gcraLastMs(rule: GcraRule): number {
  return lastScalableMs(rule.perMs, 2 * rule.full)
}

/** How far the TAT lies ahead of the time, in parts: the allowance in use. */
export function aheadOf(rule: ScaledRate, tat: number | undefined, nowMs: number): number {
  return tat === undefined ? 0 : Math.max(0, tat - scaledTime(nowMs, rule.perMs))
}

/** The TAT once `cost` more units are due. Debt stops where the next request could no longer be counted exactly. */
export function tatAfter(rule: GcraRule, tat: number | undefined, nowMs: number, cost: number): number {
  const start = scaledTime(nowMs, rule.perMs) + aheadOf(rule, tat, nowMs)
  return Math.min(start + cost * rule.unit, MAX_EXACT - rule.full)
}

/** The TAT of a key whose allowance is used up at this instant, or is already worse off. */
export function tatExhausted(rule: GcraRule, tat: number | undefined, nowMs: number): number {
  const empty = scaledTime(nowMs, rule.perMs) + rule.full
  return tat === undefined ? empty : Math.max(tat, empty)
}

/** The TAT once `cost` units are given back; `undefined` if nothing is in use any more. */
export function tatGivenBack(rule: GcraRule, tat: number, nowMs: number, cost: number): number | undefined {
  const earlier = tat - cost * rule.unit
  return earlier <= scaledTime(nowMs, rule.perMs) ? undefined : earlier
}

/** The TAT under another rule, as far ahead in units as it was. */
export function tatCarriedOver(from: GcraRule, tat: number, to: GcraRule, nowMs: number): number {
  if (isSameScale(from, to)) return tat
  return scaledTime(nowMs, to.perMs) + rescaled(aheadOf(from, tat, nowMs), from.unit, to.unit)
}

/** Whole units that pass while `ahead` is in use. */
export function unitsLeft(rule: GcraRule, ahead: number): number {
  return Math.max(0, Math.floor((rule.full - ahead) / rule.unit))
}

/** Milliseconds until so many units pass while `ahead` is in use. */
export function untilFits(rule: GcraRule, ahead: number, units: number): number {
  const excess = ahead + units * rule.unit - rule.full
  return excess <= 0 ? 0 : Math.ceil(excess / rule.perMs)
}

export const gcraAlgorithm: Algorithm<GcraRule, GcraState> = {
  name: 'gcra',

  waitMs(rule, tat, nowMs, cost) {
    return untilFits(rule, aheadOf(rule, tat, nowMs), cost)
  },

  take: tatAfter,
  takeRefused: tatExhausted,
  giveBack: tatGivenBack,
  carryOver: tatCarriedOver,

  standing(rule, tat, nowMs) {
    const ahead = aheadOf(rule, tat, nowMs)
    const remaining = unitsLeft(rule, ahead)
    return {
      remaining,
      resetAfterMs: Math.ceil(ahead / rule.perMs),
      replenishAfterMs: remaining === rule.limit ? 0 : untilFits(rule, ahead, remaining + 1),
    }
  },
}
