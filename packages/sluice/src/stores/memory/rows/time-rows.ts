import type { GcraState } from '../../../algorithms/gcra/gcra.ts'
import type { StateRows } from './state-rows.ts'

/** GCRA and the leaky bucket keep one time. */
export const timeRows: StateRows<GcraState> = {
  words: 1,
  bytesOutside: 0,
  read: (segment, at) => segment.f64[at + 1] as number,
  write(segment, at, time) {
    segment.f64[at + 1] = time
  },
  toNumbers: (time) => [time],
  fromNumbers: ([time = 0]) => time,
}
