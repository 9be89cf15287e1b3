import { checkCost, checkTime } from './request-checks.ts'

/** Requests in the order of their times, those of the same time in the order they were given. */
export interface SortedRequests {
  readonly times: Float64Array
  readonly costs: Float64Array
}

/** @throws SluiceError `ERR_INVALID_TRAFFIC` for a time or a cost that is none */
export function sortedRequests(times: ArrayLike<number>, costs: ArrayLike<number> | number): SortedRequests {
  const cut = Float64Array.from(times, (time) => checkTime(Math.floor(time)))
  const costOf = (index: number): number => checkCost(typeof costs === 'number' ? costs : costs[index]!)
  const isSorted = cut.every((time, i) => i === 0 || time >= cut[i - 1]!)
  if (isSorted) return { times: cut, costs: cut.map((_, i) => costOf(i)) }
  const order = Uint32Array.from(cut, (_, i) => i).toSorted((a, b) => cut[a]! - cut[b]! || a - b)
  return {
    times: Float64Array.from(order, (index) => cut[index]!),
    costs: Float64Array.from(order, costOf),
  }
}
