import {
  rolled,
  untilUsed,
  used,
  type SlidingWindowCounterRule,
  type SlidingWindowCounterState,
} from '../../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import type { OneVerdict } from '../../store.ts'
import type { LimitTable } from '../limit-table.ts'
import { oneVerdict } from '../one-verdict.ts'
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
  quickCheck,
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

function quickCheck(table: LimitTable, at: number, high: number, low: number, cost: number): OneVerdict {
  const rule = table.rule as SlidingWindowCounterRule
  const { nowMs } = table
  const kept = at === -1 ? undefined : narrowCounterRows.read(table.slots.page, at)
  let now = rolled(rule, kept, nowMs)
  const retryAfterMs = cost > rule.limit ? Infinity : untilUsed(rule, now, nowMs, rule.limit - cost)
  if (retryAfterMs === 0) {
    now = { window: now.window, count: now.count + cost, previous: now.previous }
    const place = table.placeOf(at, high, low)
    narrowCounterRows.write(table.slots.page, place, now)
  }
  const remaining = Math.max(0, rule.limit - used(rule, now, nowMs))
  const resetAfterMs = untilUsed(rule, now, nowMs, 0)
  table.keepFor(resetAfterMs)
  const units = rule.limit - remaining - 1
  const replenishAfterMs = remaining === rule.limit ? 0 : untilUsed(rule, now, nowMs, units)
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
}
