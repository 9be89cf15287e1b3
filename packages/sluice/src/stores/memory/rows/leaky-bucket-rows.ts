import { aheadOf } from '../../../algorithms/gcra/gcra.ts'
import {
  placesTaken,
  untilInside,
  type LeakyBucketRule,
  type LeakyBucketState,
} from '../../../algorithms/leaky-bucket/leaky-bucket.ts'
import { scaledTime } from '../../../algorithms/scale.ts'
import { gcraRows } from './gcra-rows.ts'
import { oneVerdict } from '../one-verdict.ts'
import type { StateRows } from './state-rows.ts'

export const leakyBucketRows: StateRows<LeakyBucketState> = {
  ...gcraRows,

  quickCheck(table, at, high, low, cost) {
    const rule = table.rule as LeakyBucketRule
    if (rule.reading === 'queue') return undefined
    const { nowMs } = table
    const ahead = at === -1 ? 0 : aheadOf(rule, table.slots.page.f64[at + 1], nowMs)
    const retryAfterMs = cost > rule.limit ? Infinity : untilInside(rule, ahead, rule.limit - cost)
    let used = ahead
    let delayMs = 0
    if (retryAfterMs === 0) {
      used += cost * rule.unit
      delayMs = Math.ceil(ahead / rule.perMs)
      const place = table.placeOf(at, high, low)
      table.slots.page.f64[place + 1] = scaledTime(nowMs, rule.perMs) + used
    }
    const inside = placesTaken(rule, used)
    const remaining = rule.limit - inside
    const resetAfterMs = Math.ceil(used / rule.perMs)
    table.keepFor(resetAfterMs)
    const replenishAfterMs = inside === 0 ? 0 : untilInside(rule, used, inside - 1)
    return oneVerdict(
      table.reused,
      rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      replenishAfterMs,
      delayMs,
      nowMs,
    )
  },
}
