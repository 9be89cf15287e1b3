import {
  aheadOf,
  unitsLeft,
  untilFits,
  type GcraRule,
  type GcraState,
} from '../../../algorithms/gcra/gcra.ts'
import { scaledTime } from '../../../algorithms/scale.ts'
import { oneVerdict } from '../one-verdict.ts'
import type { StateRows } from './state-rows.ts'

export const gcraRows: StateRows<GcraState> = {
  words: 1,
  bytesOutside: 0,
  read: (page, at) => page.f64[at + 1] as number,
  write(page, at, tat) {
    page.f64[at + 1] = tat
  },
  toNumbers: (tat) => [tat],
  fromNumbers: ([tat = 0]) => tat,

  quickCheck(table, at, high, low, cost) {
    const rule = table.rule as GcraRule
    const { nowMs } = table
    const ahead = at === -1 ? 0 : aheadOf(rule, table.slots.page.f64[at + 1], nowMs)
    const retryAfterMs = cost > rule.limit ? Infinity : untilFits(rule, ahead, cost)
    let used = ahead
    if (retryAfterMs === 0) {
      used += cost * rule.unit
      const place = table.placeOf(at, high, low)
      table.slots.page.f64[place + 1] = scaledTime(nowMs, rule.perMs) + used
    }
    const remaining = unitsLeft(rule, used)
    const resetAfterMs = Math.ceil(used / rule.perMs)
    table.keepFor(resetAfterMs)
    const replenishAfterMs = remaining === rule.limit ? 0 : untilFits(rule, used, remaining + 1)
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
