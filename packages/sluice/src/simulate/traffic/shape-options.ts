import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { checkNumber, type NumberRange } from '../check-number.ts'

/** One numeric option of a traffic shape: its range, and its default unless it has to be given. */
export interface ShapeOption extends NumberRange {
  readonly default?: number
}

/** The most requests in one traffic shape: their times then take half a gigabyte. */
const MOST_REQUESTS = 2 ** 26

/** Ranges that several shapes share. Times stay below 2^53 with room for what a shape adds to its duration. */
export const AMOUNT: NumberRange = { min: 1, max: MOST_REQUESTS }
export const SPAN_MS: NumberRange = { min: 1, max: 2 ** 52 }
export const RATE: NumberRange = { min: 1e-9, max: 1e9, fractions: true }
export const LOAD: NumberRange = { min: 1e-3, max: 1e3, fractions: true }
export const SEED: NumberRange = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/**
 * Reads the numbers of a shape's options.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for an option that the shape does not have; `ERR_INVALID_NUMBER` for one
 * that is missing or out of range.
 */
export function readShapeOptions<Name extends string>(
  options: Readonly<Partial<Record<NoInfer<Name>, number>>>,
  known: Readonly<Record<Name, ShapeOption>>,
): Record<Name, number>
export function readShapeOptions(
  options: Readonly<Record<string, number | undefined>>,
  known: Readonly<Record<string, ShapeOption>>,
): Record<string, number> {
  for (const [field, value] of Object.entries(options)) {
    if (Object.hasOwn(known, field)) continue
    const message = `${field} is no option of this traffic; it has ${Object.keys(known).join(', ')}`
    throw new SluiceError('ERR_INVALID_OPTION', message, { field, value })
  }
  const read = Object.entries(known).map(([field, option]): [string, number] => [
    field,
    checkNumber(field, options[field] ?? option.default, option),
  ])
  return Object.fromEntries(read)
}

/**
 * Refuses a shape that would not fit in memory, before any of it is made.
 *
 * @throws SluiceError `ERR_INVALID_TRAFFIC`
 */
export function checkSize(requests: number): void {
  if (requests <= MOST_REQUESTS) return
  throw new SluiceError(
    'ERR_INVALID_TRAFFIC',
    `this traffic would hold about ${shown(Math.round(requests))} requests; a shorter durationMs or a lower rate ` +
      `must bring it to at most ${MOST_REQUESTS}`,
    { field: 'durationMs', value: requests },
  )
}
