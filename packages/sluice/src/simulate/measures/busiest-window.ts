import { checkNumber } from '../check-number.ts'
import { costAt, timeAt } from './sorted-times.ts'

/** The most that any window held. */
export interface BusiestWindow {
  /** Requests in it, or units where costs are given; 0 if there is no traffic. */
  readonly count: number
  /** The window is (endMs - windowMs, endMs]; null if there is no traffic. */
  readonly endMs: number | null
}

/**
 * The most requests in any window (t - windowMs, t]; of several that are equal, the one that is reached first.
 *
 * @param times sorted
 * @param costs how much each request counts, in the order of `times`; 1 each if left out
 * @throws SluiceError `ERR_INVALID_NUMBER` for a window that is no whole number of milliseconds from 1;
 * `ERR_INVALID_TRAFFIC` if a time lies before the one ahead of it or a cost is missing
 */
export function busiestWindow(
  times: ArrayLike<number>,
  windowMs: number,
  costs?: ArrayLike<number>,
): BusiestWindow {
  checkNumber('windowMs', windowMs, { min: 1, max: Number.MAX_SAFE_INTEGER })
  let count = 0
  let endMs: number | null = null
  let inside = 0
  let oldest = 0
  for (let i = 0; i < times.length; i++) {
    const t = timeAt(times, i)
    for (; times[oldest]! <= t - windowMs; oldest++) inside -= costAt(costs, oldest)
    inside += costAt(costs, i)
    if (inside <= count) continue
    count = inside
    endMs = t
  }
  return { count, endMs }
}
