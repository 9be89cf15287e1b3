import { SluiceError } from '../errors.ts'
import { durationTextMs, unitMs } from './duration.ts'
import { checkCount, checkOptions, shown } from './options.ts'

/** So many units every so many milliseconds. They need not divide: 7 every 1,000 ms is exact. */
export interface RateOfUnits {
  /** Units, a whole number of at least 1. */
  readonly amount: number
  /** Milliseconds in which they come back, a whole number of at least 1. */
  readonly periodMs: number
}

/** A rate: `'5/s'`, `'100/min'`, `'7/15m'`, or `{ amount, periodMs }`. */
export type Rate = string | RateOfUnits

/**
 * The amount and period of a rate.
 *
 * @throws SluiceError `ERR_INVALID_RATE`, or `ERR_INVALID_NUMBER` for a member of the object form
 */
export function parseRate(field: string, value: unknown): RateOfUnits {
  if (typeof value === 'string') return parseRateText(field, value)
  if (typeof value !== 'object' || value === null) throw invalidRate(field, value)
  checkOptions(field, value, ['amount', 'periodMs'])
  const { amount, periodMs } = value as Partial<RateOfUnits>
  return {
    amount: checkCount(`${field}.amount`, amount),
    periodMs: checkCount(`${field}.periodMs`, periodMs),
  }
}

function parseRateText(field: string, text: string): RateOfUnits {
  const [, digits, span = ''] = /^([0-9]{1,16})\/([0-9a-z]+)$/.exec(text) ?? []
  const amount = Number(digits ?? NaN)
  const periodMs = /^[a-z]/.test(span) ? unitMs(span) : durationTextMs(span)
  if (!Number.isSafeInteger(amount) || amount < 1 || !Number.isSafeInteger(periodMs) || periodMs < 1) {
    throw invalidRate(field, text)
  }
  return { amount, periodMs }
}

function invalidRate(field: string, value: unknown): SluiceError {
  return new SluiceError(
    'ERR_INVALID_RATE',
    `${field} must be text such as "5/s", "100/min" or "7/15m", with whole numbers of at least 1, or { amount, periodMs }; ` +
      `found ${shown(value)}.`,
    { field, value },
  )
}
