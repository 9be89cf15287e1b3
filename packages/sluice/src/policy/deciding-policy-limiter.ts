import { systemClock } from '../clock.ts'
import type { EventName, LimiterEvents } from '../events.ts'
import { all, andThen, type Awaitable } from '../http/engine/awaitable.ts'
import { decideTogether } from '../http/engine/decide-together.ts'
import type { CostOption, Limiter, LimitDecision } from '../limiter/limiter.ts'
import { costOf } from '../limiter/verb-options.ts'
import { checkOptions } from '../limits/options.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import type { Answer, Mode, Store } from '../stores/store.ts'
import type { Attributes } from './attributes.ts'
import { DecidedPolicy, type RequestCharge } from './decided-policy.ts'
import { RequestAttributes } from './matching/request-attributes.ts'
import type { PolicyDecision } from './policy-decision.ts'
import type { PolicyLimiter, PolicyLimiterOptions } from './policy-limiter.ts'
import type { Policy } from './policy.ts'
import { Listening } from './listening.ts'
import { limiterFor, RuleLimiter, type Home } from './rule-limiter.ts'

export class DecidingPolicyLimiter<M extends Mode> implements PolicyLimiter<M> {
  readonly #home: Home<M>
  readonly #listening = new Listening()
  #policy: Policy
  #rules: readonly RuleLimiter<M>[] = []

  constructor(policy: Policy, options: PolicyLimiterOptions<M>) {
    checkOptions('createPolicyLimiter', options, ['store', 'clock'])
    // Without a store the mode is sync, as the type says by default.
    const { store = memoryStore() as unknown as Store<M>, clock = systemClock() } = options
    this.#home = { store, clock }
    this.#policy = policy
    this.replacePolicy(policy)
  }

  get policy(): Policy {
    return this.#policy
  }

  check(attributes: Attributes, options?: CostOption): Answer<M, PolicyDecision<M>> {
    return this.#decide(attributes, costOf(options), decideTogether)
  }

  peek(attributes: Attributes, options?: CostOption): Answer<M, PolicyDecision<M>> {
    return this.#decide(attributes, costOf(options), lookAtAll)
  }

  replacePolicy(policy: Policy): void {
    const before = new Map(this.#rules.map((each) => [each.rule.name, each]))
    const rules = policy.rules.map((rule) => {
      const { origin } = before.get(rule.name)?.fit(rule) ?? { origin: limiterFor(rule, this.#home) }
      return new RuleLimiter(rule, origin, this.#home.store.mode)
    })
    const kept = new Set(rules.map(({ origin }) => origin))
    const known = new Set(this.#rules.map(({ origin }) => origin))
    for (const origin of kept) if (!known.has(origin)) this.#listening.add(origin)
    for (const origin of known) if (!kept.has(origin)) this.#letGo(origin)
    this.#rules = rules
    this.#policy = policy
  }

  on<Name extends EventName>(
    name: Name,
    listener: (event: LimiterEvents<LimitDecision>[Name]) => unknown,
  ): () => void {
    return this.#listening.on(name, listener)
  }

  close(): Answer<M, void> {
    const closed = this.#rules.map(({ origin }): Awaitable<void> => origin.close())
    return this.#answer(andThen(all(closed), () => undefined))
  }

  #decide(
    attributes: Attributes,
    cost: number,
    decide: (charges: readonly RequestCharge[]) => Awaitable<unknown>,
  ): Answer<M, PolicyDecision<M>> {
    const request = new RequestAttributes(attributes)
    const rules = this.#rules.filter((rule) => rule.matches(request))
    const charges = rules.map((rule) => rule.charge(request, cost))
    const { mode } = this.#home.store
    const decision = andThen(
      decide(charges),
      () =>
        new DecidedPolicy<M>(
          rules.map(({ rule }, index) => ({ rule, charge: charges[index] as RequestCharge })),
          request,
          mode,
        ),
    )
    return this.#answer(decision)
  }

  #letGo(origin: Limiter<M>): void {
    this.#listening.remove(origin)
    // Nobody waits for it, so nobody could be told that it failed.
    Promise.resolve(origin.close()).catch(() => undefined)
  }

  /** A shared store answers with promises also where no rule had to be asked. */
  #answer<T>(value: Awaitable<T>): Answer<M, T> {
    return (this.#home.store.mode === 'async' ? Promise.resolve(value) : value) as Answer<M, T>
  }
}

function lookAtAll(charges: readonly RequestCharge[]): Awaitable<unknown> {
  return all(
    charges.map((charge) =>
      andThen(charge.limiter.peek(charge.keys, { cost: charge.cost }), (decision) => {
        charge.decision = decision
      }),
    ),
  )
}
