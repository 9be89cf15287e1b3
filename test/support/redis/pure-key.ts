/** One key under one limit, decided by the bare steps: what any store must answer, verb by verb. */
import { foresee, transition, type Decision } from '../../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../../packages/sluice/src/index.ts'

export class PureKey {
  readonly #limit: Limit
  #state: unknown
  /** When the key was last given back to a full allowance: if the clock then steps back, it is charged as of that time. */
  #forgotMs = 0

  constructor(limit: Limit) {
    this.#limit = limit
  }

  check(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    const step = transition(algorithm, rule, this.#state, nowMs, cost, this.#chargeMs(nowMs))
    if (step.next !== undefined) this.#state = step.next
    return step.decision
  }

  count(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    const decision = this.check(nowMs, cost)
    if (decision.allowed) return decision
    this.#state = algorithm.takeRefused(rule, this.#state, this.#chargeMs(nowMs), cost)
    return this.look(nowMs, cost)
  }

  charge(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    if (cost > 0) this.#state = algorithm.take(rule, this.#state, this.#chargeMs(nowMs), cost)
    return this.look(nowMs, 0)
  }

  refund(nowMs: number, cost: number, takenAtMs: number | undefined): Decision {
    const { algorithm, rule } = this.#limit
    if (this.#state !== undefined && cost > 0) {
      this.#state = algorithm.giveBack(rule, this.#state, nowMs, cost, takenAtMs)
      if (this.#state === undefined) this.#forgotMs = Math.max(this.#forgotMs, nowMs)
    }
    return this.look(nowMs, 0)
  }

  look(nowMs: number, cost: number): Decision {
    return foresee(this.#limit.algorithm, this.#limit.rule, this.#state, nowMs, cost)
  }

  #chargeMs(nowMs: number): number {
    return this.#state === undefined ? Math.max(nowMs, this.#forgotMs) : nowMs
  }
}
