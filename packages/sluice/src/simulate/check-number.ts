import { SluiceError } from '../errors.ts'

/** Which numbers an argument may be. Both ends belong to the range. */
export interface NumberRange {
  readonly min: number
  readonly max: number
  /** Fractions are fine. Default `false`: whole numbers only. */
  readonly fractions?: boolean
}

/**
 * Gives `value` back if it is a number of the range.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, which names the field, what was found and what would be accepted.
 */
export function checkNumber(field: string, value: unknown, range: NumberRange): number {
  const kind = range.fractions === true ? 'number' : 'whole number'
  const fits =
    typeof value === 'number' &&
    value >= range.min &&
    value <= range.max &&
    (range.fractions === true || Number.isInteger(value))
  if (fits) return value
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `${field} must be a ${kind} from ${range.min} to ${range.max}, but it is ${shown(value)}`,
    { field, value },
  )
}

/** A found value as an error message prints it: short, and with text in quotes. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  if (typeof value === 'function') return 'a function'
  return String(value)
}
