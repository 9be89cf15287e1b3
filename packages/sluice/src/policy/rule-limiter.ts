import type { Clock } from '../clock.ts'
import { Charge } from '../http/engine/charge.ts'
import { ruleOf, type Rule as EngineRule } from '../http/engine/rule.ts'
import { createLimiter } from '../limiter/create-limiter.ts'
import type { Limiter } from '../limiter/limiter.ts'
import { kindOf } from '../limiter/other-limits.ts'
import type { Limit } from '../limits/limit.ts'
import type { Mode, Store } from '../stores/store.ts'
import { RequestMatcher } from './matching/request-matcher.ts'
import type { RequestAttributes } from './matching/request-attributes.ts'
import type { Rule } from './policy.ts'
import { ruleKey } from './rule-key.ts'

/** Where the limiters of a policy keep their state, and by which clock. */
export interface Home<M extends Mode> {
  readonly store: Store<M>
  readonly clock: Clock
}

/** A rule in force: which requests it matches, and the limiter that decides them. */
export class RuleLimiter<M extends Mode> {
  readonly rule: Rule
  /** The limiter that holds the state, under the limits that the rule had at first. */
  readonly origin: Limiter<M>
  readonly limiter: Limiter<M>
  readonly #mode: Mode
  readonly #matcher: RequestMatcher
  /** The rule as the engine of middleware knows it, which decides several as one. */
  readonly #engineRule: EngineRule<RequestAttributes>

  constructor(rule: Rule, origin: Limiter<M>, mode: Mode) {
    this.rule = rule
    this.origin = origin
    this.#mode = mode
    this.limiter = limitsAgree(rule, origin) ? origin : origin.under(limitsFor(rule))
    this.#matcher = new RequestMatcher(rule.match)
    const keyOf = (request: RequestAttributes): string => this.keyOf(request)
    const limiter = this.limiter as unknown as Limiter<Mode>
    this.#engineRule = ruleOf({ name: rule.name, mode: rule.mode, count: rule.count, limiter }, keyOf)
    this.#engineRule.isShared = mode === 'async'
  }

  /** Itself, if another rule can go on with its limiter, so that what has been used stays used. */
  fit(rule: Rule): this | undefined {
    if (JSON.stringify(rule.key) !== JSON.stringify(this.rule.key)) return undefined
    // Behind a shared store every process must find the same keys, those too that have started with the other numbers. A
    // limiter of the same name does, and with it what has been used under the old ones; `under` keeps to the old keys.
    const fits =
      this.#mode === 'async'
        ? limitsAgree(rule, this.limiter) && rule.onStoreFailure === this.rule.onStoreFailure
        : areSameKinds(rule, this.rule)
    return fits ? this : undefined
  }

  matches(request: RequestAttributes): boolean {
    return this.#matcher.matches(request)
  }

  keyOf(request: RequestAttributes): string {
    return ruleKey(this.rule.key, (name) => request.valueOf(name))
  }

  /** What the rule asks of its limiter for a request that it matches. */
  charge(request: RequestAttributes, cost: number): Charge<RequestAttributes> {
    const { limiter, policies } = this.#engineRule
    return new Charge(this.#engineRule, this.keyOf(request), cost, limiter, policies)
  }
}

/** A limiter of its own for a rule. */
export function limiterFor<M extends Mode>(rule: Rule, home: Home<M>): Limiter<M> {
  const { name, onStoreFailure } = rule
  const options = { name, onStoreFailure, ...home }
  const limits = limitsFor(rule)
  return isLimit(limits)
    ? createLimiter<M>({ ...options, limit: limits })
    : createLimiter<M>({ ...options, limits })
}

/** One limit goes without its name: stores have a quicker way for it. */
function limitsFor({ limits }: Rule): Limit | Readonly<Record<string, Limit>> {
  const [only] = limits
  if (only !== undefined && limits.length === 1) return only.limit
  return Object.fromEntries(limits.map(({ name, limit }) => [name, limit]))
}

function isLimit(limits: Limit | Readonly<Record<string, Limit>>): limits is Limit {
  return typeof (limits as Limit).algorithm?.take === 'function'
}

/** Whether a limiter has the limits of a rule, with the same numbers. */
function limitsAgree(rule: Rule, { limits: own }: Limiter<Mode>): boolean {
  const wanted = limitsFor(rule)
  const entries = Object.entries(isLimit(wanted) ? { limit: wanted } : wanted)
  const areSame = entries.every(([name, { summary }]) => own[name]?.summary === summary)
  return areSame && entries.length === Object.keys(own).length
}

/** Whether two rules have limits of the same names, each of the same algorithm. */
function areSameKinds(one: Rule, other: Rule): boolean {
  return kindsIn(one) === kindsIn(other)
}

function kindsIn({ limits }: Rule): string {
  return limits
    .map(({ name, limit }) => `${name} ${kindOf(limit)}`)
    .toSorted()
    .join('\n')
}
