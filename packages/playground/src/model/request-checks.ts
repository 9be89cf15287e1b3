import { SluiceError } from 'sluice'

/** The last time that every limit decides exactly: 2070-01-01T00:00:00Z. */
export const LAST_MS = 3_155_760_000_000

/** @throws SluiceError `ERR_INVALID_TRAFFIC` for a time outside 1970 to 2070 */
export function checkTime(timeMs: number): number {
  if (timeMs >= 0 && timeMs <= LAST_MS) return timeMs
  throw invalid('time', `a time from 1970 to 2070 in milliseconds since 1970`, timeMs)
}

/** @throws SluiceError `ERR_INVALID_TRAFFIC` for a cost that is no whole number from 0 */
export function checkCost(cost: number): number {
  if (Number.isSafeInteger(cost) && cost >= 0) return cost
  throw invalid('cost', `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`, cost)
}

function invalid(field: string, wanted: string, value: number): SluiceError {
  return new SluiceError(
    'ERR_INVALID_TRAFFIC',
    `The ${field} of a request must be ${wanted}; found ${value}.`,
    {
      field,
      value,
    },
  )
}
