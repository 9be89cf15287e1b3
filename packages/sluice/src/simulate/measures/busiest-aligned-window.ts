import { checkNumber } from '../check-number.ts'
import { costAt, timeAt } from './sorted-times.ts'

/** The most that any window of the clock held. */
export interface BusiestAlignedWindow {
  /** Requests in it, or units where costs are given; 0 if there is no traffic. */
  readonly count: number
  /** The window is [startMs, startMs + windowMs); null if there is no traffic. */
  readonly startMs: number | null
}

/**
 * The most requests in any window that starts at a multiple of `windowMs` since the Unix epoch; of several that
 * are equal, the one that reaches the count first. Arguments and errors are those of `busiestWindow`.
 */
export function busiestAlignedWindow(
  times: ArrayLike<number>,
  windowMs: number,
  costs?: ArrayLike<number>,
): BusiestAlignedWindow {
  checkNumber('windowMs', windowMs, { min: 1, max: Number.MAX_SAFE_INTEGER })
  let count = 0
  let startMs: number | null = null
  let inside = 0
  let currentMs = -Infinity
  for (let i = 0; i < times.length; i++) {
    const windowStartMs = Math.floor(timeAt(times, i) / windowMs) * windowMs
    if (windowStartMs !== currentMs) inside = 0
    currentMs = windowStartMs
    inside += costAt(costs, i)
    if (inside <= count) continue
    count = inside
    startMs = windowStartMs
  }
  return { count, startMs }
}
