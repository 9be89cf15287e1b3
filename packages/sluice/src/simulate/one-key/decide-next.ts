import { transition, type Decision } from '../../algorithms/transition.ts'
import type { Limit } from '../../limits/limit.ts'

/**
 * What a limit keeps for one key; `undefined` for a key never seen. It is never changed, so it may be kept, and gone on
 * from more than once. `stateView` says what is in it.
 */
export type KeyState = unknown

/** The answer to one request, and what the limit then keeps for the key. */
export interface NextDecision {
  readonly decision: Decision
  readonly state: KeyState
}

/**
 * Decides one request of one key from the state of the key, and changes nothing: for tools that go back and forth in
 * time. It decides as a limiter with a store in memory does.
 *
 * @param nowMs whole milliseconds since 1970, at most `limit.lastMs`
 * @param cost a whole number from 0. Default 1
 * @example
 * const { decision, state } = decideNext(tokenBucket({ capacity: 5, rate: '1/s' }), undefined, 0)
 */
export function decideNext(limit: Limit, state: KeyState, nowMs: number, cost: number = 1): NextDecision {
  const { decision, next } = transition(limit.algorithm, limit.rule, state, nowMs, cost)
  // A refusal, and a request of cost 0, have no next state: what is kept stays.
  return { decision, state: next === undefined ? state : next }
}
