import { manualClock, memoryStore, type ManualClock } from 'sluice'
import { createPolicyLimiter, type Policy, type PolicyDecision, type PolicyLimiter } from 'sluice/policy'
import type { LoggedRequest, RequestBlock } from 'sluice/simulate'
import type { Decider } from '../decide-in-order.ts'
import { Refusals } from './refusals.ts'
import { RequestKinds, type Outcome } from './request-kinds.ts'

/** More than a log holds: no client is forgotten while it is replayed. */
const MAX_KEYS = 2 ** 30

/** Decides the requests of a log by a policy, and keeps count for each rule. */
export class PolicyReplay implements Decider {
  readonly policy: Policy
  readonly all: Refusals = new Refusals()
  /** In the order of the policy. */
  readonly byRule: ReadonlyMap<string, Refusals>
  /** Requests that no rule matches. */
  unmatched = 0
  /** Requests of which the log does not say how they ended, although a rule that matches asks for it. */
  withoutOutcome = 0
  readonly #kinds: RequestKinds
  readonly #clock: ManualClock = manualClock(0)
  readonly #limiter: PolicyLimiter

  constructor(policy: Policy) {
    this.policy = policy
    this.byRule = new Map(policy.rules.map(({ name }) => [name, new Refusals()]))
    this.#kinds = new RequestKinds(policy)
    this.#limiter = createPolicyLimiter(policy, {
      store: memoryStore({ maxKeys: MAX_KEYS }),
      clock: this.#clock,
    })
  }

  readonly numberOf = (request: LoggedRequest): number => this.#kinds.numberOf(request)

  decide({ times, clients, costs, from, to }: RequestBlock): void {
    for (let at = from; at < to; at++) {
      const { client, attributes, outcome } = this.#kinds.kind(clients[at]!)
      this.#clock.set(times[at]!)
      const decision = this.#limiter.check(attributes, { cost: costs[at]! })
      this.#count(client, decision)
      this.#settle(decision, outcome)
    }
  }

  #count(client: string, { allowed, rules }: PolicyDecision): void {
    this.all.count(client, !allowed)
    if (rules.length === 0) this.unmatched++
    for (const { rule, decision } of rules) this.byRule.get(rule.name)?.count(client, !decision.allowed)
  }

  /** A log says how a request ended, and not when, so it ends at the time it has. */
  #settle(decision: PolicyDecision, outcome: Outcome): void {
    if (decision.rules.every(({ rule }) => rule.count === 'all')) return
    if (outcome === 'unknown') this.withoutOutcome++
    decision.settle({ failed: outcome === 'failed' })
  }
}
