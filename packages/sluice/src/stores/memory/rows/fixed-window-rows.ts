import type { FixedWindowState } from '../../../algorithms/fixed-window/fixed-window.ts'
import type { StateRows } from './state-rows.ts'

export const fixedWindowRows: StateRows<FixedWindowState> = {
  words: 2,
  bytesOutside: 0,
  read: ({ f64 }, at) => ({ endMs: f64[at + 1] as number, count: f64[at + 2] as number }),
  write({ f64 }, at, { endMs, count }) {
    f64[at + 1] = endMs
    f64[at + 2] = count
  },
  toNumbers: ({ endMs, count }) => [endMs, count],
  fromNumbers: ([endMs = 0, count = 0]) => ({ endMs, count }),
}
