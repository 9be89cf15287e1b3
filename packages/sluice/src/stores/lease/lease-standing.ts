import type { Decision } from '../../algorithms/transition.ts'
import type { Limit } from '../../limits/limit.ts'
import type { OneVerdict } from '../store.ts'
import type { LeaseVerdict } from './lease-source.ts'

/**
 * Where a leased key stands: as the store last told it, with what was spent since, and as if no other process had used it
 * in the meantime. Units that are held and not spent count as left.
 */
export class LeaseStanding {
  readonly #limits: readonly Limit[]
  readonly #atMs: number
  readonly #told: readonly Decision[]
  readonly #states: unknown[]

  /** `held` are the units of the verdict that are not spent yet. */
  constructor(limits: readonly Limit[], { atMs, decisions, states }: LeaseVerdict, held: number) {
    this.#limits = limits
    this.#atMs = atMs
    this.#told = decisions
    this.#states = limits.map(({ algorithm, rule }, index) => {
      const state = states[index]
      return state === undefined ? undefined : algorithm.giveBack(rule, state, atMs, held, atMs)
    })
  }

  /** The answers to a request that is let pass `passedMs` after the store has answered; `left` units are then held. */
  spent(cost: number, left: number, passedMs: number): Decision[] {
    return this.#limits.map((limit, index) => {
      if (limit.algorithm.name === 'sliding-log') return this.#ofLog(limit, index, left, passedMs)
      const { algorithm, rule } = limit
      const nowMs = this.#atMs + passedMs
      this.#states[index] = algorithm.take(rule, this.#states[index], nowMs, cost)
      return this.#ofState(limit, index, nowMs)
    })
  }

  /** The same where there is a single limit, as one object: most of what a request from a lease takes is objects. */
  spentOne(cost: number, left: number, passedMs: number, takenAtMs: number): OneVerdict {
    const limit = this.#limits[0] as Limit
    const { algorithm, rule } = limit
    const nowMs = this.#atMs + passedMs
    const isLog = algorithm.name === 'sliding-log'
    if (!isLog) this.#states[0] = algorithm.take(rule, this.#states[0], nowMs, cost)
    const { remaining, resetAfterMs, replenishAfterMs } = isLog
      ? this.#ofLog(limit, 0, left, passedMs)
      : algorithm.standing(rule, this.#states[0], nowMs)
    return {
      allowed: true,
      limit: rule.limit,
      remaining,
      retryAfterMs: 0,
      resetAfterMs,
      replenishAfterMs,
      delayMs: 0,
      never: false,
      atMs: takenAtMs,
      blocked: false,
    }
  }

  /** The answers to a look at the key. */
  seen(left: number, passedMs: number): Decision[] {
    return this.#limits.map((limit, index) =>
      limit.algorithm.name === 'sliding-log'
        ? this.#ofLog(limit, index, left, passedMs)
        : this.#ofState(limit, index, this.#atMs + passedMs),
    )
  }

  #ofState({ algorithm, rule }: Limit, index: number, nowMs: number): Decision {
    return passing(rule.limit, algorithm.standing(rule, this.#states[index], nowMs))
  }

  /** A log stays with the store, which told the numbers after everything it granted was logged. */
  #ofLog({ rule }: Limit, index: number, left: number, passedMs: number): Decision {
    const told = this.#told[index] as Decision
    const remaining = Math.min(rule.limit, told.remaining + left)
    return passing(rule.limit, {
      remaining,
      resetAfterMs: Math.max(1, told.resetAfterMs - passedMs),
      replenishAfterMs: remaining === rule.limit ? 0 : Math.max(1, told.replenishAfterMs - passedMs),
    })
  }
}

type Numbers = Pick<Decision, 'remaining' | 'resetAfterMs' | 'replenishAfterMs'>

function passing(limit: number, { remaining, resetAfterMs, replenishAfterMs }: Numbers): Decision {
  return {
    allowed: true,
    limit,
    remaining,
    retryAfterMs: 0,
    resetAfterMs,
    replenishAfterMs,
    delayMs: 0,
    never: false,
  }
}
