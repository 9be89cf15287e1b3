import { foresee, transition, type Decision } from '../../algorithms/transition.ts'
import { readClock, type Clock } from '../../clock.ts'
import type { Limit } from '../../limits/limit.ts'
import type { NamedLimit } from '../store.ts'
import type { Fallback } from './fallback.ts'

type Decide = (limit: Limit, nowMs: number, cost: number) => Decision

/** Gives everybody the same answer: nothing is remembered, so nothing can be charged or given back. */
function fixedFallback(limits: readonly NamedLimit[], clock: Clock, check: Decide, peek: Decide): Fallback {
  const lastMs = Math.min(...limits.map(({ limit }) => limit.lastMs))
  const answer = (decide: Decide, cost: number) => {
    const atMs = readClock(clock, lastMs)
    return { atMs, decisions: limits.map(({ limit }) => decide(limit, atMs, cost)), blocked: false }
  }
  return {
    check: (_, cost) => answer(check, cost),
    peek: (_, cost) => answer(peek, cost),
    charge: () => answer(peek, 0),
    giveBack: () => undefined,
    drop: () => undefined,
  }
}

/** Every key is answered like one never seen. Only a cost above the limit is refused, which needs no store to know. */
export function allowFallback(limits: readonly NamedLimit[], clock: Clock): Fallback {
  return fixedFallback(
    limits,
    clock,
    ({ algorithm, rule }, nowMs, cost) => transition(algorithm, rule, undefined, nowMs, cost).decision,
    ({ algorithm, rule }, nowMs, cost) => foresee(algorithm, rule, undefined, nowMs, cost),
  )
}

/** Everything that costs something is refused, until the store may be asked again. */
export function denyFallback(limits: readonly NamedLimit[], clock: Clock, waitMs: () => number): Fallback {
  const decide: Decide = (limit, _, cost) => denied(limit, cost, waitMs())
  return fixedFallback(limits, clock, decide, decide)
}

/** A refusal for want of a store, for so long. A cost of 0 passes, as it always does. */
export function denied({ rule }: Limit, cost: number, waitMs: number): Decision {
  const never = cost > rule.limit
  return {
    allowed: cost === 0,
    limit: rule.limit,
    remaining: 0,
    retryAfterMs: never ? Infinity : cost === 0 ? 0 : waitMs,
    resetAfterMs: waitMs,
    replenishAfterMs: waitMs,
    delayMs: 0,
    never,
  }
}
