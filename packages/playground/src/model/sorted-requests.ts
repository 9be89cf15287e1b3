import { checkCost, checkTime } from './request-checks.ts'

/** Requests in the order of their times, those of the same time in the order they were given. */
export interface SortedRequests {
  readonly times: Float64Array
  readonly costs: Float64Array
}

/**
 * Plain loops: traffic of a million requests is added between two frames.
 *
 * @throws SluiceError `ERR_INVALID_TRAFFIC` for a time or a cost that is none
 */
export function sortedRequests(times: ArrayLike<number>, costs: ArrayLike<number> | number): SortedRequests {
  const requests = { times: new Float64Array(times.length), costs: new Float64Array(times.length) }
  let isSorted = true
  for (let i = 0; i < times.length; i++) {
    requests.times[i] = checkTime(Math.floor(times[i]!))
    requests.costs[i] = checkCost(typeof costs === 'number' ? costs : costs[i]!)
    if (i > 0 && requests.times[i]! < requests.times[i - 1]!) isSorted = false
  }
  return isSorted ? requests : inOrder(requests)
}

function inOrder({ times, costs }: SortedRequests): SortedRequests {
  const order = Uint32Array.from(times, (_, i) => i).toSorted((a, b) => times[a]! - times[b]!)
  return {
    times: Float64Array.from(order, (index) => times[index]!),
    costs: Float64Array.from(order, (index) => costs[index]!),
  }
}
