/**
 * Fixed window: counts the units of the current window and starts again at nothing with the next one. The cheapest
 * rule, and the loosest: a client that spends its allowance at the end of one window and again at the start of the
 * next passes up to 2 * limit within a moment.
 *
 * The state keeps when its window ends. A time before that belongs to the window, also one before its start, so a
 * clock that steps back never opens a window twice.
 */
import type { Algorithm, Rule } from '../algorithm.ts'
import { MAX_EXACT } from '../scale.ts'

/** A span of time: `startMs` belongs to it, `endMs` no longer does. */
export interface WindowBounds {
  readonly startMs: number
  readonly endMs: number
}

export interface FixedWindowRule extends Rule {
  /** The window that holds `nowMs`, or that opens there for windows that start at a key's first request. */
  readonly windowAt: (nowMs: number) => WindowBounds
  /** The start of the window that ends at `endMs`. */
  readonly startOf: (endMs: number) => number
  /** The length of every window, if they are of equal length. */
  readonly windowMs: number | undefined
  /** True if an empty window still matters, because it decides when the next one starts. */
  readonly anchored: boolean
}

export interface FixedWindowState {
  readonly endMs: number
  /** Units used in the window; above the limit is debt. */
  readonly count: number
}

/** Windows of equal length that start at multiples of it from the Unix epoch. */
export function alignedWindowRule(limit: number, windowMs: number): FixedWindowRule {
  return {
    limit,
    windowAt: (nowMs) => {
      const startMs = Math.floor(nowMs / windowMs) * windowMs
      return { startMs, endMs: startMs + windowMs }
    },
    startOf: (endMs) => endMs - windowMs,
    windowMs,
    anchored: false,
  }
}

/** Windows of equal length that start at a key's first request. */
export function firstRequestWindowRule(limit: number, windowMs: number): FixedWindowRule {
  return {
    limit,
    windowAt: (nowMs) => ({ startMs: nowMs, endMs: nowMs + windowMs }),
    startOf: (endMs) => endMs - windowMs,
    windowMs,
    anchored: true,
  }
}

/** Windows that a calendar draws, of unequal length. */
export function calendarWindowRule(
  limit: number,
  windowAt: (nowMs: number) => WindowBounds,
): FixedWindowRule {
  return {
    limit,
    windowAt,
    startOf: (endMs) => windowAt(endMs - 1).startMs,
    windowMs: undefined,
    anchored: false,
  }
}

/** Units used in the window that holds `nowMs`. */
export function countAt(endMs: number, count: number, nowMs: number): number {
  return nowMs < endMs ? count : 0
}

export const fixedWindowAlgorithm: Algorithm<FixedWindowRule, FixedWindowState> = {
  name: 'fixed-window',

  waitMs(rule, state, nowMs, cost) {
    return state === undefined || cost <= rule.limit - countAt(state.endMs, state.count, nowMs)
      ? 0
      : state.endMs - nowMs
  },

  take(rule, state, nowMs, cost) {
    const { endMs, count } = current(rule, state, nowMs)
    return { endMs, count: Math.min(count + cost, MAX_EXACT) }
  },

  takeRefused(rule, state, nowMs) {
    const { endMs, count } = current(rule, state, nowMs)
    return { endMs, count: Math.max(count, rule.limit) }
  },

  giveBack(rule, state, nowMs, cost, takenAtMs) {
    if (nowMs >= state.endMs) return undefined
    if (takenAtMs !== undefined && takenAtMs < rule.startOf(state.endMs)) return state
    const count = Math.max(0, state.count - cost)
    return count === 0 && !rule.anchored ? undefined : { endMs: state.endMs, count }
  },

  standing(rule, state, nowMs) {
    if (state === undefined || nowMs >= state.endMs) {
      return { remaining: rule.limit, resetAfterMs: 0, replenishAfterMs: 0 }
    }
    const untilEndMs = state.endMs - nowMs
    return {
      remaining: Math.max(0, rule.limit - state.count),
      resetAfterMs: untilEndMs,
      replenishAfterMs: state.count === 0 ? 0 : untilEndMs,
    }
  },
}

function current(
  rule: FixedWindowRule,
  state: FixedWindowState | undefined,
  nowMs: number,
): FixedWindowState {
  return state !== undefined && nowMs < state.endMs ? state : { endMs: rule.windowAt(nowMs).endMs, count: 0 }
}
