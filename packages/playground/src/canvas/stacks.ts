/**
 * Requests that come too close together for marks side by side are stacked. A stack holds a fixed stretch of time, counted
 * from 0, so that marks keep their place in it while time moves on.
 */
import { Outcome } from '../model/index.ts'
import { firstVisibleMs, indexAtOrAfter, pixelsPerMs, type TimeAxis } from './time-axis.ts'

/** The width of a stack, in CSS pixels. */
export const STACK_WIDTH = 8

/** What a lane has decided about the requests. */
export interface LaneMarks {
  /** Sorted. */
  readonly times: ArrayLike<number>
  /** The requests before this index are decided. */
  readonly decided: number
  readonly outcomes: ArrayLike<number>
  /** In ms; how long each one waits before it goes on. */
  readonly delays: ArrayLike<number>
  readonly longestWaitMs: number
}

export interface Stacks {
  readonly firstMs: number
  readonly stackMs: number
  /** The first request that can be seen, or whose leaving can. */
  readonly from: number
  /** By stack: on the line at once, refused, and on the line after a wait. */
  readonly allowed: Uint32Array
  readonly refused: Uint32Array
  readonly queued: Uint32Array
  /** By stack: the last request on the line, and the last refused; what they are where there is none means nothing. */
  readonly lastOnLine: Uint32Array
  readonly lastRefused: Uint32Array
  readonly highestOnLine: number
  readonly highestRefused: number
}

export function countStacks(marks: LaneMarks, axis: TimeAxis): Stacks {
  const stackMs = STACK_WIDTH / pixelsPerMs(axis)
  const firstMs = Math.floor(firstVisibleMs(axis) / stackMs) * stackMs
  const size = Math.ceil((axis.nowMs - firstMs) / stackMs) + 2
  const allowed = new Uint32Array(size)
  const refused = new Uint32Array(size)
  const queued = new Uint32Array(size)
  const lastOnLine = new Uint32Array(size)
  const lastRefused = new Uint32Array(size)
  const from = indexAtOrAfter(marks.times, firstMs - marks.longestWaitMs)
  for (let i = from; i < marks.decided; i++) {
    const outcome = marks.outcomes[i]
    const counts = outcome === Outcome.refused ? refused : outcome === Outcome.queued ? queued : allowed
    const at = Math.floor((marks.times[i]! + marks.delays[i]! - firstMs) / stackMs)
    if (!(at >= 0 && at < size)) continue
    counts[at]! += 1
    const last = counts === refused ? lastRefused : lastOnLine
    last[at] = i
  }
  const onLine = allowed.map((count, at) => count + queued[at]!)
  return {
    firstMs,
    stackMs,
    from,
    allowed,
    refused,
    queued,
    lastOnLine,
    lastRefused,
    highestOnLine: highest(onLine),
    highestRefused: highest(refused),
  }
}

function highest(counts: Uint32Array): number {
  let most = 0
  for (const count of counts) if (count > most) most = count
  return most
}
