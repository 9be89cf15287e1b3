import type { TokenBucketState } from '../../../algorithms/token-bucket/token-bucket.ts'
import type { StateRows } from './state-rows.ts'

export const tokenBucketRows: StateRows<TokenBucketState> = {
  words: 2,
  bytesOutside: 0,
  read: ({ f64 }, at) => ({ level: f64[at + 1] as number, atMs: f64[at + 2] as number }),
  write({ f64 }, at, { level, atMs }) {
    f64[at + 1] = level
    f64[at + 2] = atMs
  },
  toNumbers: ({ level, atMs }) => [level, atMs],
  fromNumbers: ([level = 0, atMs = 0]) => ({ level, atMs }),
}
