import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/**
 * A length of time: a whole number of milliseconds, or text of a whole number and a unit: `ms`, `s`, `m` or `min`,
 * `h`, `d` (24 hours), `w` (7 days). `'15m'` is 900,000 ms.
 */
export type Duration = number | string

const unitsMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/**
 * Milliseconds of a duration of at least 1 ms. `words` are what the field takes besides, for the message.
 *
 * @throws SluiceError `ERR_INVALID_DURATION`
 */
export function parseDuration(field: string, value: unknown, words: readonly string[] = []): number {
  const ms = typeof value === 'string' ? durationTextMs(value) : value
  if (typeof ms === 'number' && Number.isSafeInteger(ms) && ms >= 1) return ms
  throw new SluiceError(
    'ERR_INVALID_DURATION',
    `${field} must be a whole number of milliseconds from 1 to ${Number.MAX_SAFE_INTEGER}, or a whole number and a unit ` +
      `(${[...unitsMs.keys()].join(', ')}) such as "15m"` +
      `${words.length === 0 ? '' : `, or one of ${words.map(shown).join(', ')}`}; found ${shown(value)}.`,
    { field, value },
  )
}

/** Milliseconds of text such as `15m`; NaN if it is none. */
export function durationTextMs(text: string): number {
  const [, digits, unit = ''] = /^([0-9]{1,16})([a-z]+)$/.exec(text) ?? []
  return Number(digits) * unitMs(unit)
}

/** Milliseconds of one unit: `s` is 1,000; NaN if the text is no unit. */
export function unitMs(unit: string): number {
  return unitsMs.get(unit) ?? NaN
}
