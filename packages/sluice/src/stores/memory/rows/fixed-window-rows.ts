import {
  countAt,
  type FixedWindowRule,
  type FixedWindowState,
} from '../../../algorithms/fixed-window/fixed-window.ts'
import { oneVerdict } from '../one-verdict.ts'
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

  quickCheck(table, at, high, low, cost) {
    const rule = table.rule as FixedWindowRule
    const { nowMs } = table
    // Without a window that goes on there is one that ends now, with nothing in it.
    let endMs = nowMs
    let count = 0
    if (at !== -1) {
      const { f64 } = table.slots.page
      count = countAt(f64[at + 1] as number, f64[at + 2] as number, nowMs)
      endMs = Math.max(nowMs, f64[at + 1] as number)
    }
    const retryAfterMs = cost > rule.limit ? Infinity : cost <= rule.limit - count ? 0 : endMs - nowMs
    if (retryAfterMs === 0) {
      count += cost
      if (endMs === nowMs) endMs = rule.windowAt(nowMs).endMs
      const place = table.placeOf(at, high, low)
      const { f64 } = table.slots.page
      f64[place + 1] = endMs
      f64[place + 2] = count
    }
    const resetAfterMs = endMs - nowMs
    table.keepFor(resetAfterMs)
    const remaining = Math.max(0, rule.limit - count)
    const replenishAfterMs = count === 0 ? 0 : resetAfterMs
    return oneVerdict(
      table.reused,
      rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      replenishAfterMs,
      0,
      nowMs,
    )
  },
}
