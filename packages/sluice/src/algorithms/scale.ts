/**
 * Whole-number time and rates.
 *
 * A rate of `amount` per `periodMs` is reduced to lowest terms: `perMs` parts of a unit come back every millisecond,
 * and a unit has `unit` parts. 7 per second is 7 parts a millisecond and 1,000 parts a unit, with nothing rounded.
 */

/** The largest whole number that a double and every whole number below it hold exactly. */
export const MAX_EXACT: number = Number.MAX_SAFE_INTEGER

/**
 * Scaled times count from 2020-01-01T00:00:00Z, so that the fifty years on either side of it, 1970 to 2070, need
 * numbers of the same small size.
 */
export const EPOCH_MS = 1_577_836_800_000

/** Every limit decides exactly from 1970 to here (2070-01-01T00:00:00Z) at least; most do so for ever. */
export const HORIZON_MS = 3_155_760_000_000

/** A rate in lowest terms. */
export interface ScaledRate {
  /** Parts of a unit that come back every millisecond. */
  readonly perMs: number
  /** Parts in one unit. */
  readonly unit: number
}

export function scaleRate(amount: number, periodMs: number): ScaledRate {
  const divisor = greatestCommonDivisor(amount, periodMs)
  return { perMs: amount / divisor, unit: periodMs / divisor }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** Whether two rates count in the same parts. */
export function isSameScale(one: ScaledRate, other: ScaledRate): boolean {
  return one.perMs === other.perMs && one.unit === other.unit
}

/** Parts of units in one scale as parts in another. Where they do not come out even, more counts as used. */
export function rescaled(parts: number, fromUnit: number, toUnit: number): number {
  const whole = Math.floor(parts / fromUnit)
  return Math.min(MAX_EXACT, whole * toUnit + Math.ceil(((parts - whole * fromUnit) * toUnit) / fromUnit))
}

/** A time in parts: milliseconds since `EPOCH_MS`, times the parts a millisecond. */
export function scaledTime(nowMs: number, perMs: number): number {
  return (nowMs - EPOCH_MS) * perMs
}

/** The last time whose scaled form leaves room for `ahead` more parts below 2^53. */
export function lastScalableMs(perMs: number, ahead: number): number {
  return Math.min(MAX_EXACT, EPOCH_MS + Math.floor((MAX_EXACT - ahead) / perMs))
}
