import type { Algorithm, Rule, Standing } from './algorithm.ts'

/** The answer to one request under one limit. */
export interface Decision extends Standing {
  readonly allowed: boolean
  /** The most units that can pass at one instant. */
  readonly limit: number
  /** 0 if allowed; else the smallest whole wait after which the same request alone passes; `Infinity` if it never does. */
  readonly retryAfterMs: number
  /** Milliseconds an allowed request must wait before it goes on (leaky bucket); else 0. */
  readonly delayMs: number
  /** True if the cost is above the limit, so that no wait would help. */
  readonly never: boolean
}

/** A decision, and the state to keep if there is one. A refusal has none, so it cannot change anything. */
export interface Step<State> {
  readonly decision: Decision
  readonly next?: State
}

/**
 * Decides one request: (rule, state, time, cost) to a decision and the next state.
 *
 * A cost of 0 always passes and changes nothing. A cost above the limit never passes. `chargedMs` is for those who
 * charge a request at a later time than it is asked at.
 */
export function transition<R extends Rule, State>(
  algorithm: Algorithm<R, State>,
  rule: R,
  state: State | undefined,
  nowMs: number,
  cost: number,
  chargedMs: number = nowMs,
): Step<State> {
  const retryAfterMs = retryAfter(algorithm, rule, state, nowMs, cost)
  if (retryAfterMs > 0 || cost === 0) {
    return { decision: decisionOf(rule, algorithm.standing(rule, state, nowMs), retryAfterMs, 0) }
  }
  const next = algorithm.take(rule, state, chargedMs, cost)
  const delayMs = delayOf(algorithm, rule, state, nowMs, chargedMs)
  return { decision: decisionOf(rule, algorithm.standing(rule, next, nowMs), 0, delayMs), next }
}

/** A key without a state leaves at once, that is when it is charged. */
function delayOf<R extends Rule, State>(
  algorithm: Algorithm<R, State>,
  rule: R,
  state: State | undefined,
  nowMs: number,
  chargedMs: number,
): number {
  if (algorithm.delayMs === undefined) return 0
  return state === undefined ? chargedMs - nowMs : algorithm.delayMs(rule, state, nowMs)
}

/** What a request of this cost would be told, with where the key stands while nothing is charged. */
export function foresee<R extends Rule, State>(
  algorithm: Algorithm<R, State>,
  rule: R,
  state: State | undefined,
  nowMs: number,
  cost: number,
): Decision {
  const retryAfterMs = retryAfter(algorithm, rule, state, nowMs, cost)
  const delayMs = retryAfterMs > 0 || cost === 0 ? 0 : (algorithm.delayMs?.(rule, state, nowMs) ?? 0)
  return decisionOf(rule, algorithm.standing(rule, state, nowMs), retryAfterMs, delayMs)
}

function retryAfter<R extends Rule, State>(
  algorithm: Algorithm<R, State>,
  rule: R,
  state: State | undefined,
  nowMs: number,
  cost: number,
): number {
  if (cost > rule.limit) return Infinity
  return cost === 0 ? 0 : algorithm.waitMs(rule, state, nowMs, cost)
}

function decisionOf(rule: Rule, standing: Standing, retryAfterMs: number, delayMs: number): Decision {
  return {
    allowed: retryAfterMs === 0,
    limit: rule.limit,
    remaining: standing.remaining,
    retryAfterMs,
    resetAfterMs: standing.resetAfterMs,
    replenishAfterMs: standing.replenishAfterMs,
    delayMs,
    never: retryAfterMs === Infinity,
  }
}
