import { SluiceError } from '../errors.ts'
import { shown } from './options.ts'

/**
 * Checks a cost: a whole number of units from 0 to 2^53 - 1.
 *
 * @throws SluiceError `ERR_INVALID_COST`
 */
export function checkCost(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new SluiceError(
    'ERR_INVALID_COST',
    `cost must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; found ${shown(value)}.`,
    { field: 'cost', value },
  )
}
