import type { SlidingWindowCounterState } from '../../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import type { StateRows } from './state-rows.ts'

/** The two counts share a word, so that a key takes 24 bytes. Debt, which alone can be so large, stops at 2^32 - 1 units. */
const MOST = 2 ** 32 - 1

const narrowCounterRows: StateRows<SlidingWindowCounterState> = {
  words: 2,
  bytesOutside: 0,
  read({ f64, i32 }, at) {
    return {
      window: f64[at + 1] as number,
      count: (i32[2 * at + 4] as number) >>> 0,
      previous: (i32[2 * at + 5] as number) >>> 0,
    }
  },
  write({ f64, i32 }, at, { window, count, previous }) {
    f64[at + 1] = window
    i32[2 * at + 4] = Math.min(count, MOST) | 0
    i32[2 * at + 5] = Math.min(previous, MOST) | 0
  },
  toNumbers,
  fromNumbers,
}

/** For limits that do not fit in 32 bits. */
const wideCounterRows: StateRows<SlidingWindowCounterState> = {
  words: 3,
  bytesOutside: 0,
  read({ f64 }, at) {
    return { window: f64[at + 1] as number, count: f64[at + 2] as number, previous: f64[at + 3] as number }
  },
  write({ f64 }, at, { window, count, previous }) {
    f64[at + 1] = window
    f64[at + 2] = count
    f64[at + 3] = previous
  },
  toNumbers,
  fromNumbers,
}

export function slidingWindowCounterRows(limit: number): StateRows<SlidingWindowCounterState> {
  return limit <= MOST ? narrowCounterRows : wideCounterRows
}

function toNumbers({ window, count, previous }: SlidingWindowCounterState): number[] {
  return [window, count, previous]
}

function fromNumbers([window = 0, count = 0, previous = 0]: readonly number[]): SlidingWindowCounterState {
  return { window, count, previous }
}
