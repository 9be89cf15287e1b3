/** Where a time is drawn: `spanMs` before now at the left, now at the right. */

/** Room for half a mark at both ends. */
export const AXIS_INSET = 9

export interface TimeAxis {
  readonly nowMs: number
  readonly spanMs: number
  readonly width: number
}

export function pixelsPerMs({ spanMs, width }: TimeAxis): number {
  return Math.max(1, width - 2 * AXIS_INSET) / spanMs
}

export function xOf(axis: TimeAxis, timeMs: number): number {
  return axis.width - AXIS_INSET - (axis.nowMs - timeMs) * pixelsPerMs(axis)
}

export function timeAt(axis: TimeAxis, x: number): number {
  return axis.nowMs - (axis.width - AXIS_INSET - x) / pixelsPerMs(axis)
}

/** The first time that can be seen, and half a mark before it. */
export function firstVisibleMs(axis: TimeAxis): number {
  return axis.nowMs - axis.spanMs - AXIS_INSET / pixelsPerMs(axis)
}

/** The index of the first time that is not below `timeMs`. */
export function indexAtOrAfter(times: ArrayLike<number>, timeMs: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < timeMs) low = middle + 1
    else high = middle
  }
  return low
}
