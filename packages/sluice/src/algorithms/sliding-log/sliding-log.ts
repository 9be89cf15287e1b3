/**
 * Sliding log: keeps the time and the cost of every request allowed during the last window, and allows one more while
 * their sum stays within the limit. Exact: no span of one window ever passes more than the limit. The price is memory
 * that grows with the limit; requests of the same millisecond share one entry.
 *
 * An entry at e is gone when t >= e + window. A time before the newest entry counts as the time of that entry.
 */
import type { Algorithm, Rule } from '../algorithm.ts'
import {
  appended,
  emptyLog,
  firstAfter,
  firstTotalAbove,
  type Log,
  newestMs,
  totalThrough,
  withoutEntry,
  withoutNewest,
} from './log.ts'

export interface SlidingLogRule extends Rule {
  readonly windowMs: number
}

export const slidingLogAlgorithm: Algorithm<SlidingLogRule, Log> = {
  name: 'sliding-log',

  waitMs(rule, log, nowMs, cost) {
    return log === undefined ? 0 : untilUsed(rule, log, nowMs, rule.limit - cost)
  },

  take(rule, log = emptyLog, nowMs, cost) {
    const atMs = Math.max(nowMs, newestMs(log))
    return appended(live(rule, log, nowMs), atMs, cost)
  },

  /** Only the newest entries that add up to the limit can matter, so older ones make room for the refused request. */
  takeRefused(rule, log = emptyLog, nowMs, cost) {
    const longer = slidingLogAlgorithm.take(rule, log, nowMs, Math.min(cost, rule.limit))
    const before = Math.max(used(rule, log, nowMs), rule.limit)
    const base = Math.max(longer.base, longer.total - before)
    return { ...longer, head: firstTotalAbove(longer, longer.head, base), base }
  },

  giveBack(rule, log, nowMs, cost, takenAtMs) {
    const inside = live(rule, log, nowMs)
    // What has left the window has come back already, and what came after it belongs to others.
    const hasLeft = takenAtMs !== undefined && takenAtMs + rule.windowMs <= Math.max(nowMs, newestMs(log))
    const owed = hasLeft ? 0 : cost
    const left = takenAtMs === undefined ? withoutNewest(inside, owed) : withoutEntry(inside, takenAtMs, owed)
    return left.total === left.base ? undefined : left
  },

  standing(rule, log, nowMs) {
    const units = log === undefined ? 0 : used(rule, log, nowMs)
    if (log === undefined || units === 0)
      return { remaining: rule.limit, resetAfterMs: 0, replenishAfterMs: 0 }
    const remaining = Math.max(0, rule.limit - units)
    return {
      remaining,
      resetAfterMs: newestMs(log) + rule.windowMs - nowMs,
      replenishAfterMs: untilUsed(rule, log, nowMs, rule.limit - remaining - 1),
    }
  },
}

/** The part of the log that is still inside the window. */
function live(rule: SlidingLogRule, log: Log, nowMs: number): Log {
  const head = firstAfter(log, Math.max(nowMs, newestMs(log)) - rule.windowMs)
  return head === log.head ? log : { ...log, head, base: Math.max(log.base, totalThrough(log, head - 1)) }
}

function used(rule: SlidingLogRule, log: Log, nowMs: number): number {
  const { total, base } = live(rule, log, nowMs)
  return total - base
}

/** Milliseconds until at most `units` are inside the window: until the entry that carries the sum past them leaves. */
function untilUsed(rule: SlidingLogRule, log: Log, nowMs: number, units: number): number {
  const inside = live(rule, log, nowMs)
  if (inside.total - inside.base <= units) return 0
  // The entries after the one sought add up to at most `units`: its running total is the first at or above total - units.
  const leaves = firstTotalAbove(inside, inside.head, inside.total - units - 1)
  return (inside.times[leaves] as number) + rule.windowMs - nowMs
}
