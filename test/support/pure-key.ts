/** One key under one limit, decided by the bare steps: what any store must answer, verb by verb. */
import { foresee, transition, type Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../packages/sluice/src/index.ts'

export class PureKey {
  #limit: Limit
  #state: unknown
  /** The limit under which the state was last written. */
  #writtenUnder: Limit
  /** When the key was last given back to a full allowance: if the clock then steps back, it is charged as of that time. */
  #forgotMs = 0

  readonly #forgets: boolean

  /** `forgets` says that a state that is as good as new is not carried over to another limit. */
  constructor(limit: Limit, { forgets = false }: { readonly forgets?: boolean } = {}) {
    this.#limit = limit
    this.#writtenUnder = limit
    this.#forgets = forgets
  }

  /** From here on the key is decided by this limit. */
  under(limit: Limit): void {
    this.#limit = limit
  }

  check(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    const step = transition(algorithm, rule, this.#read(nowMs), nowMs, cost, this.#chargeMs(nowMs))
    if (step.next !== undefined) this.#write(step.next)
    return step.decision
  }

  count(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    const decision = this.check(nowMs, cost)
    if (decision.allowed) return decision
    this.#write(algorithm.takeRefused(rule, this.#read(nowMs), this.#chargeMs(nowMs), cost))
    return this.look(nowMs, cost)
  }

  charge(nowMs: number, cost: number): Decision {
    const { algorithm, rule } = this.#limit
    if (cost > 0) this.#write(algorithm.take(rule, this.#read(nowMs), this.#chargeMs(nowMs), cost))
    return this.look(nowMs, 0)
  }

  refund(nowMs: number, cost: number, takenAtMs: number | undefined): Decision {
    const { algorithm, rule } = this.#limit
    if (this.#state !== undefined && cost > 0) {
      this.#write(algorithm.giveBack(rule, this.#read(nowMs), nowMs, cost, takenAtMs))
      if (this.#state === undefined) this.#forgotMs = Math.max(this.#forgotMs, nowMs)
    }
    return this.look(nowMs, 0)
  }

  look(nowMs: number, cost: number): Decision {
    return foresee(this.#limit.algorithm, this.#limit.rule, this.#read(nowMs), nowMs, cost)
  }

  #read(nowMs: number): unknown {
    const { algorithm, rule } = this.#limit
    if (this.#state === undefined || this.#writtenUnder === this.#limit) return this.#state
    const { resetAfterMs } = algorithm.standing(this.#writtenUnder.rule, this.#state, nowMs)
    if (this.#forgets && resetAfterMs === 0) return undefined
    if (algorithm.carryOver === undefined) return this.#state
    return algorithm.carryOver(this.#writtenUnder.rule, this.#state, rule, nowMs)
  }

  #write(state: unknown): void {
    this.#state = state
    this.#writtenUnder = this.#limit
  }

  #chargeMs(nowMs: number): number {
    return this.#state === undefined ? Math.max(nowMs, this.#forgotMs) : nowMs
  }
}
