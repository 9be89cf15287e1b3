/**
 * Token bucket: a bucket of `capacity` tokens that gains `amount` every `periodMs` and starts full. A request takes
 * its cost in tokens or is refused, so any stretch of T passes at most capacity + rate * T.
 *
 * No timer adds tokens: level(t) = min(capacity, level + (t - at) * rate), in parts of a token. Waiting times are
 * compared before anything is multiplied, so an idle spell of any length cannot overflow.
 */
import type { Algorithm, Rule } from '../algorithm.ts'
import { isSameScale, MAX_EXACT, rescaled, scaleRate, type ScaledRate } from '../scale.ts'

export interface TokenBucketRule extends Rule, ScaledRate {
  /** The parts in a full bucket. */
  readonly full: number
}

export interface TokenBucketState {
  /** Parts of tokens in the bucket at `atMs`; below 0 is debt. */
  readonly level: number
  /** The latest time seen. */
  readonly atMs: number
}

export function tokenBucketRule(capacity: number, amount: number, periodMs: number): TokenBucketRule {
  const rate = scaleRate(amount, periodMs)
  return { limit: capacity, ...rate, full: capacity * rate.unit }
}

/** The last time that can be decided exactly: any, unless a full bucket is past counting. */
export function tokenBucketLastMs(rule: TokenBucketRule): number {
  return rule.full + rule.perMs <= MAX_EXACT ? MAX_EXACT : -1
}

/** The parts in the bucket at `nowMs`, from what it held at `atMs`. */
export function levelAt(rule: TokenBucketRule, level: number, atMs: number, nowMs: number): number {
  const elapsedMs = nowMs - atMs
  if (elapsedMs <= 0) return level
  if (elapsedMs >= Math.ceil((rule.full - level) / rule.perMs)) return rule.full
  return level + elapsedMs * rule.perMs
}

/** Milliseconds in which a bucket that holds `level` comes to hold `wanted`. */
export function untilHolds(rule: TokenBucketRule, level: number, wanted: number): number {
  return level >= wanted ? 0 : Math.ceil((wanted - level) / rule.perMs)
}

export const tokenBucketAlgorithm: Algorithm<TokenBucketRule, TokenBucketState> = {
  name: 'token-bucket',

  waitMs(rule, state, nowMs, cost) {
    if (state === undefined) return 0
    const untilMs = untilHolds(rule, currentLevel(rule, state, nowMs), cost * rule.unit)
    return untilMs === 0 ? 0 : untilMs + behindMs(state, nowMs)
  },

  take(rule, state, nowMs, cost) {
    // Debt stops where the wait for a full bucket could no longer be counted exactly.
    const level = Math.max(currentLevel(rule, state, nowMs) - cost * rule.unit, rule.full - MAX_EXACT)
    return { level, atMs: latest(state, nowMs) }
  },

  takeRefused(rule, state, nowMs) {
    return { level: Math.min(currentLevel(rule, state, nowMs), 0), atMs: latest(state, nowMs) }
  },

  giveBack(rule, state, nowMs, cost) {
    const level = Math.min(rule.full, currentLevel(rule, state, nowMs) + cost * rule.unit)
    return level === rule.full && nowMs >= state.atMs ? undefined : { level, atMs: latest(state, nowMs) }
  },

  carryOver(from, { level, atMs }, to, nowMs) {
    if (isSameScale(from, to)) return { level: to.full - (from.full - level), atMs }
    const used = from.full - levelAt(from, level, atMs, nowMs)
    return { level: to.full - rescaled(used, from.unit, to.unit), atMs: Math.max(atMs, nowMs) }
  },

  standing(rule, state, nowMs) {
    if (state === undefined) return { remaining: rule.limit, resetAfterMs: 0, replenishAfterMs: 0 }
    const level = currentLevel(rule, state, nowMs)
    const remaining = Math.max(0, Math.floor(level / rule.unit))
    const laterMs = behindMs(state, nowMs)
    return {
      remaining,
      // A bucket that is full, but whose latest time lies ahead, still gains later than one never seen.
      resetAfterMs: untilHolds(rule, level, rule.full) + laterMs,
      replenishAfterMs:
        remaining === rule.limit ? 0 : untilHolds(rule, level, (remaining + 1) * rule.unit) + laterMs,
    }
  },
}

function currentLevel(rule: TokenBucketRule, state: TokenBucketState | undefined, nowMs: number): number {
  return state === undefined ? rule.full : levelAt(rule, state.level, state.atMs, nowMs)
}

function latest(state: TokenBucketState | undefined, nowMs: number): number {
  return state === undefined ? nowMs : Math.max(state.atMs, nowMs)
}

/** How far the clock has stepped back behind the latest time; nothing is gained until it is there again. */
function behindMs(state: TokenBucketState, nowMs: number): number {
  return Math.max(0, state.atMs - nowMs)
}
