import type { Rate } from '../../limits/rate.ts'
import { costAt, timeAt } from '../measures/sorted-times.ts'
import { BurstNeeds } from './burst-needs.ts'

/**
 * One client's arrival curve: for each rate the smallest capacity of a token bucket that refuses none of its
 * requests. One unit less would refuse at least one. 0 if there are no requests.
 *
 * @param times sorted whole milliseconds
 * @param costs whole units of each request, in the order of `times`; 1 each if left out
 * @throws SluiceError as the constructor and `add` of {@link BurstNeeds} do, and `ERR_INVALID_TRAFFIC` for times that
 * are not sorted or costs that are missing
 */
export function arrivalCurve(
  times: ArrayLike<number>,
  rates: readonly Rate[],
  costs?: ArrayLike<number>,
): number[] {
  const needs = new BurstNeeds(rates)
  for (let i = 0; i < times.length; i++) needs.add(0, timeAt(times, i), costAt(costs, i))
  return rates.map((_, i) => needs.capacity(0, i))
}
