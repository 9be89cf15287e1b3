/**
 * What an algorithm is, and the laws that all six keep.
 *
 * Every function here and below is pure: time is an argument in whole milliseconds, a state is never changed, and
 * all arithmetic that can change a decision is on whole numbers below 2^53, so no rounding ever lets a request
 * through or turns one away.
 *
 * Laws, on any history of times (also backward) and costs:
 * 1. A refusal has no next state: it changes nothing.
 * 2. A quoted wait is exact: the same request alone is refused one millisecond earlier and allowed then.
 * 3. Forgetting a key at its reset, or later, changes no later decision.
 * 4. n requests of cost 1 at one instant leave what one request of cost n leaves.
 * 5. A clock that steps back never adds allowance.
 */

/** The names of the algorithms, as they stand in policies, reports and JSON. */
export type AlgorithmName =
  | 'token-bucket'
  | 'gcra'
  | 'leaky-bucket'
  | 'fixed-window'
  | 'sliding-log'
  | 'sliding-window-counter'

/** Where a key stands at one instant. */
export interface Standing {
  /** Whole units that would pass at this instant, from 0 to the limit. */
  readonly remaining: number
  /** Milliseconds until the key, with nothing else sent, decides like one never seen. */
  readonly resetAfterMs: number
  /** Milliseconds until `remaining` grows by at least one; 0 if it is at the limit. */
  readonly replenishAfterMs: number
}

/** The numbers of a limit, scaled so that deciding takes whole numbers only. */
export interface Rule {
  /** The most units that can pass at one instant; a request of a higher cost never passes. */
  readonly limit: number
}

/** The steps that tell one algorithm from another. `State` is what it keeps for one key. */
export interface Algorithm<R extends Rule = Rule, State = unknown> {
  readonly name: AlgorithmName
  /** The smallest whole number of milliseconds after which a request of this cost (1 to the limit) passes; 0 if it passes now. */
  waitMs(rule: R, state: State | undefined, nowMs: number, cost: number): number
  /** The state after `cost` units are charged, whether or not they fit; beyond the limit they become debt. */
  take(rule: R, state: State | undefined, nowMs: number, cost: number): State
  /** The state after a refused request is charged all the same: at most down to an empty allowance, never into debt. */
  takeRefused(rule: R, state: State | undefined, nowMs: number, cost: number): State
  /**
   * The state after units are given back, never above a full allowance; `undefined` if the key is then as good as new.
   * `takenAtMs` says when they were charged: units of a window that is over have come back already, so nothing is
   * given twice. Without it they count as charged last.
   */
  giveBack(
    rule: R,
    state: State,
    nowMs: number,
    cost: number,
    takenAtMs: number | undefined,
  ): State | undefined
  standing(rule: R, state: State | undefined, nowMs: number): Standing
  /**
   * The state that a key has under another rule of the same algorithm, when its limit changes: what has been used stays
   * used. Where the two rules do not count in the same parts, more counts as used. Without it a state is the same under
   * every rule.
   */
  carryOver?(from: R, state: State, to: R, nowMs: number): State
  /** Milliseconds that a request allowed now waits before it goes on. Only the leaky bucket delays. */
  delayMs?(rule: R, state: State | undefined, nowMs: number): number
}
