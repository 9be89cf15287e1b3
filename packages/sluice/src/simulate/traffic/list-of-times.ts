import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'

/**
 * Traffic from a list of times in any order.
 *
 * @param times whole milliseconds from 0 to 2^53 - 1
 * @returns a sorted copy
 * @throws SluiceError `ERR_INVALID_TRAFFIC`, which names the first entry that is no such time
 */
export function listOfTimes(times: ArrayLike<number>): Float64Array {
  const list = Float64Array.from(times)
  for (let i = 0; i < list.length; i++) {
    const value: unknown = times[i]
    if (Number.isSafeInteger(value) && list[i]! >= 0) continue
    const message =
      `times[${i}] must be a whole number of milliseconds from 0 to ${Number.MAX_SAFE_INTEGER}, ` +
      `but it is ${shown(value)}`
    throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: `times[${i}]`, value })
  }
  return list.toSorted()
}
