import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/** A part of a whole: `parts` of `of`, both whole numbers of at least 1. */
export interface Share {
  readonly parts: number
  readonly of: number
}

/** Denominators up to here are tried for the fraction that a number stands for. */
const MOST_SIMPLE = 1000

const MILLION = 1_000_000

/**
 * The fraction that a share stands for: the simplest one that is this very number, so that 1/3 is a third and 0.29 is
 * 29 hundredths, though neither has an exact double. A share that no denominator up to 1,000 gives is cut to
 * millionths, and one below a millionth to one part of so many.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` if it is not a number above 0 and at most 1
 */
export function parseShare(field: string, value: unknown): Share {
  if (typeof value !== 'number' || !(value > 0 && value <= 1)) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `${field} must be a number above 0 and at most 1; found ${shown(value)}.`,
      { field, value },
    )
  }
  for (let of = 1; of <= MOST_SIMPLE; of++) {
    const parts = Math.round(value * of)
    if (parts >= 1 && parts / of === value) return { parts, of }
  }
  const parts = Math.floor(value * MILLION)
  if (parts >= 1) return { parts, of: MILLION }
  return { parts: 1, of: Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(1 / value)) }
}

/** The whole units of a share of so many, rounded down. */
export function unitsOfShare(units: number, { parts, of }: Share): number {
  // Whole shares first: no product passes 2^53 while `of` is at most a million or `parts` is 1.
  return Math.floor(units / of) * parts + Math.floor(((units % of) * parts) / of)
}
