import {
  levelAt,
  untilHolds,
  type TokenBucketRule,
  type TokenBucketState,
} from '../../../algorithms/token-bucket/token-bucket.ts'
import { oneVerdict } from '../one-verdict.ts'
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

  quickCheck(table, at, high, low, cost) {
    const rule = table.rule as TokenBucketRule
    const { nowMs } = table
    let level = rule.full
    if (at !== -1) {
      const { f64 } = table.slots.page
      const atMs = f64[at + 2] as number
      if (nowMs < atMs) return undefined
      level = levelAt(rule, f64[at + 1] as number, atMs, nowMs)
    }
    const retryAfterMs = cost > rule.limit ? Infinity : untilHolds(rule, level, cost * rule.unit)
    if (retryAfterMs === 0) {
      level -= cost * rule.unit
      const place = table.placeOf(at, high, low)
      const { f64 } = table.slots.page
      f64[place + 1] = level
      f64[place + 2] = nowMs
    }
    const remaining = Math.max(0, Math.floor(level / rule.unit))
    const resetAfterMs = untilHolds(rule, level, rule.full)
    table.keepFor(resetAfterMs)
    const replenishAfterMs =
      remaining === rule.limit ? 0 : untilHolds(rule, level, (remaining + 1) * rule.unit)
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
