/**
 * Sliding window counter: two counts, of this window and of the one before, estimate the last full window as if the
 * earlier units had come evenly: floor(previous * (window - elapsed) / window + count). A request passes while the
 * estimate and its cost stay within the limit.
 *
 * It is an estimate. Any span of one window passes at most 2 * limit - floor(2 * limit / window in ms), reached by
 * traffic that fills the last millisecond of one window and comes again at the end of the next.
 */
import type { Algorithm, Rule } from '../algorithm.ts'
import { MAX_EXACT } from '../scale.ts'

export interface SlidingWindowCounterRule extends Rule {
  readonly windowMs: number
}

export interface SlidingWindowCounterState {
  /** Which window, counted from the Unix epoch. */
  readonly window: number
  readonly count: number
  readonly previous: number
}

/** The most units that can pass in any span of one window. */
export function slidingWindowCounterBound({ limit, windowMs }: SlidingWindowCounterRule): number {
  return windowMs === 1 ? limit : 2 * limit - Math.floor((2 * limit) / windowMs)
}

export const slidingWindowCounterAlgorithm: Algorithm<SlidingWindowCounterRule, SlidingWindowCounterState> = {
  name: 'sliding-window-counter',

  waitMs(rule, state, nowMs, cost) {
    return state === undefined ? 0 : untilUsed(rule, rolled(rule, state, nowMs), nowMs, rule.limit - cost)
  },

  take(rule, state, nowMs, cost) {
    const { window, count, previous } = rolled(rule, state, nowMs)
    // Debt stops where its share of a window could no longer be counted exactly.
    return { window, count: Math.min(count + cost, Math.floor(MAX_EXACT / rule.windowMs)), previous }
  },

  takeRefused(rule, state, nowMs) {
    const now = rolled(rule, state, nowMs)
    const { window, count, previous } = now
    return { window, count: Math.max(count, count + rule.limit - used(rule, now, nowMs)), previous }
  },

  giveBack(rule, state, nowMs, cost, takenAtMs = nowMs) {
    const { window, count, previous } = rolled(rule, state, nowMs)
    const takenIn = Math.floor(takenAtMs / rule.windowMs)
    const next = {
      window,
      count: takenIn === window ? Math.max(0, count - cost) : count,
      previous: takenIn === window - 1 ? Math.max(0, previous - cost) : previous,
    }
    return next.count === 0 && next.previous === 0 ? undefined : next
  },

  /** Under another length of window, what is estimated now counts as used in the window that holds this instant. */
  carryOver(from, state, to, nowMs) {
    if (from.windowMs === to.windowMs) return state
    const count = Math.min(used(from, rolled(from, state, nowMs), nowMs), Math.floor(MAX_EXACT / to.windowMs))
    return { window: windowOf(to.windowMs, nowMs), count, previous: 0 }
  },

  standing(rule, state, nowMs) {
    if (state === undefined) return { remaining: rule.limit, resetAfterMs: 0, replenishAfterMs: 0 }
    const now = rolled(rule, state, nowMs)
    const remaining = Math.max(0, rule.limit - used(rule, now, nowMs))
    return {
      remaining,
      resetAfterMs: untilUsed(rule, now, nowMs, 0),
      replenishAfterMs:
        remaining === rule.limit ? 0 : untilUsed(rule, now, nowMs, rule.limit - remaining - 1),
    }
  },
}

/** The window that holds `nowMs`, counted from the Unix epoch. */
export function windowOf(windowMs: number, nowMs: number): number {
  return Math.floor(nowMs / windowMs)
}

/** What weighs as the previous count in `window`, after a window of `count` units that came `kept` windows from the epoch. */
export function previousIn(window: number, kept: number, count: number): number {
  return window === kept + 1 ? count : 0
}

/** Whole units of the estimate. The current count is whole, so only the share of the previous one is rounded. */
export function estimateAt(
  windowMs: number,
  window: number,
  count: number,
  previous: number,
  nowMs: number,
): number {
  const elapsedMs = Math.max(0, nowMs - window * windowMs)
  return Math.floor((previous * (windowMs - elapsedMs)) / windowMs) + count
}

/** The state brought to the window of `nowMs`; a time before its window counts as the start of it. */
export function rolled(
  { windowMs }: SlidingWindowCounterRule,
  state: SlidingWindowCounterState | undefined,
  nowMs: number,
): SlidingWindowCounterState {
  const window = windowOf(windowMs, nowMs)
  if (state === undefined) return { window, count: 0, previous: 0 }
  if (window <= state.window) return state
  return { window, count: 0, previous: previousIn(window, state.window, state.count) }
}

/** Whole units of the estimate, of a state that was brought to the window of `nowMs`. */
export function used(
  { windowMs }: SlidingWindowCounterRule,
  state: SlidingWindowCounterState,
  nowMs: number,
): number {
  return estimateAt(windowMs, state.window, state.count, state.previous, nowMs)
}

/** Milliseconds until at most `units` of the estimate are left: in this window, in the next, or once both have passed. */
export function untilUsed(
  rule: SlidingWindowCounterRule,
  state: SlidingWindowCounterState,
  nowMs: number,
  units: number,
): number {
  if (used(rule, state, nowMs) <= units) return 0
  const { windowMs } = rule
  const startMs = state.window * windowMs
  const here = elapsedUntilShare(windowMs, state.previous, units - state.count)
  if (here < windowMs) return startMs + here - nowMs
  const next = elapsedUntilShare(windowMs, state.count, units)
  return startMs + windowMs + Math.min(next, windowMs) - nowMs
}

/** The first elapsed time at which the share of `count` that still weighs is at most `units`; a window's length if none is. */
function elapsedUntilShare(windowMs: number, count: number, units: number): number {
  if (units < 0) return windowMs
  if (count <= units) return 0
  return windowMs - Math.ceil(((units + 1) * windowMs) / count) + 1
}
