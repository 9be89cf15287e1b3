import { SluiceError } from '../../errors.ts'
import { checkNumber } from '../check-number.ts'

/**
 * The smallest value that at least `percent` % of the values do not exceed (the nearest-rank percentile): always
 * one of the values, never a mean of two.
 *
 * @param sorted ascending, at least one
 * @param percent above 0 up to 100; 0 gives the smallest value
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if there are no values
 */
export function percentile(sorted: ArrayLike<number>, percent: number): number {
  checkNumber('percent', percent, { min: 0, max: 100, fractions: true })
  const value = sorted[Math.max(1, nearestRank(percent / 100, sorted.length)) - 1]
  if (value !== undefined) return value
  throw new SluiceError('ERR_INVALID_TRAFFIC', 'sorted must hold at least one value, but it is empty', {
    field: 'sorted',
    value: sorted,
  })
}

/**
 * ceil(share * total) for the share that was written down: 0.07 of 100 is 7, although the numbers of the machine
 * multiply to a little more. `share` has at most six digits behind the point, `total` is below 10^8.
 */
export function nearestRank(share: number, total: number): number {
  return Math.ceil(share * total * (1 - 2 ** -50))
}
