import { SluiceError } from '../errors.ts'
import { shown } from '../limits/options.ts'

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
