import type { LimitDecision, Limiter, LimitsDecision, Reservation } from '../../limiter/limiter.ts'
import type { Keys } from '../../limits/key.ts'
import type { Mode } from '../../stores/store.ts'
import { andThen, isPending, type Awaitable } from './awaitable.ts'
import type { RulePolicy } from './rule-policies.ts'
import type { Rule } from './rule.ts'

/** What a rule has decided about a request. */
export interface RateLimitReport {
  /** The name of the rule. */
  readonly name: string
  readonly mode: 'enforce' | 'shadow'
  readonly keys: Keys
  /** Units that the request asked for. */
  readonly cost: number
  readonly decision: LimitDecision | LimitsDecision
}

/** What one rule asks of its limiter for one request, what it was told, and what it can give back. */
export class Charge<R> {
  readonly rule: Rule<R>
  readonly keys: Keys
  readonly cost: number
  /** The rule's own limiter, or the same keys under the limits of a plan. */
  readonly limiter: Limiter<Mode>
  readonly policies: readonly RulePolicy[]
  decision: LimitDecision | LimitsDecision | undefined
  #reservation: Reservation<LimitDecision> | undefined
  #isHeld = false

  constructor(
    rule: Rule<R>,
    keys: Keys,
    cost: number,
    limiter: Limiter<Mode>,
    policies: readonly RulePolicy[],
  ) {
    this.rule = rule
    this.keys = keys
    this.cost = cost
    this.limiter = limiter
    this.policies = policies
  }

  get mode(): 'enforce' | 'shadow' {
    return this.rule.isShadow ? 'shadow' : 'enforce'
  }

  /** Whether the request may not go on because of this. */
  get refuses(): boolean {
    return !this.rule.isShadow && this.decision?.allowed === false
  }

  /** Charges, unless the limiter refuses. */
  take(): Awaitable<void> {
    const { limiter, keys, cost, mode } = this
    if (this.rule.settle === undefined) {
      const isPlain = cost === 1 && mode === 'enforce'
      const answer = isPlain ? limiter.check(keys) : limiter.check(keys, { cost, mode })
      return isPending(answer)
        ? answer.then((decision) => this.#taken(this.#own(decision)))
        : this.#taken(this.#own(answer))
    }
    return andThen(limiter.reserve(keys, { cost, mode }), (reservation) => {
      this.#reservation = reservation
      this.#taken(reservation)
    })
  }

  /** Asks without charging, if the store answers at once. A shared one is not asked twice. */
  look(): void {
    const { rule, limiter, keys, cost } = this
    if (rule.isShared) return
    const answer = limiter.peek(keys, { cost })
    if (isPending(answer)) {
      rule.isShared = true
      answer.then(undefined, () => undefined)
    } else {
      this.decision = answer
    }
  }

  /** Gives back what is still held, into the window it was taken from. */
  giveBack(): Awaitable<void> {
    const { limiter, keys, cost, decision } = this
    if (!this.#isHeld || decision === undefined) return undefined
    this.#isHeld = false
    if (cost === 0) return undefined
    const { atMs, fallback } = decision
    const answer = limiter.refund(keys, { cost, atMs, ...(fallback !== undefined && { fallback }) })
    return andThen(answer, (after) => {
      this.decision = after
    })
  }

  /** What becomes of the charge once the response has ended. `status` is `undefined` if the client did not wait for it. */
  finish(request: R, status: number | undefined): Awaitable<void> {
    const { rule } = this
    if (!this.#isHeld) return undefined
    if (status !== undefined && !rule.counts(status, request)) return this.giveBack()
    this.#isHeld = false
    const cost = rule.settle?.(request, status ?? CLIENT_CLOSED_REQUEST)
    if (cost === undefined || this.#reservation === undefined) return undefined
    return andThen(this.limiter.settle(this.#reservation, cost), () => undefined)
  }

  /** For those who watch, with the decision that was made. */
  report(decision: LimitDecision | LimitsDecision): RateLimitReport {
    const { rule, mode, keys, cost } = this
    return { name: rule.name, mode, keys, cost, decision }
  }

  /** A decision that stays as it is: a copy, unless the rule's limiter has been seen to make a new one every time. */
  #own(decision: LimitDecision): LimitDecision {
    const { rule } = this
    if (this.limiter !== rule.limiter) return { ...decision }
    const { lastDecision } = rule
    rule.lastDecision = decision
    return lastDecision === undefined || lastDecision === decision ? { ...decision } : decision
  }

  #taken(decision: LimitDecision | LimitsDecision): void {
    this.decision = decision
    this.#isHeld = decision.allowed
  }
}

/** No status of HTTP's: what nginx logs where a client has gone away before its response. */
const CLIENT_CLOSED_REQUEST = 499
