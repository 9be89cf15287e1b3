import type { PolicyDecision as ToldDecision } from '../http/headers/policy-decision.ts'
import { all, andThen, isPending } from '../http/engine/awaitable.ts'
import type { Charge } from '../http/engine/charge.ts'
import { toldOf } from '../http/engine/rule-policies.ts'
import type { LimitDecision, LimitsDecision } from '../limiter/limiter.ts'
import type { Answer, Mode } from '../stores/store.ts'
import type { RequestAttributes } from './matching/request-attributes.ts'
import type { PolicyDecision, RuleDecision } from './policy-decision.ts'
import type { Rule } from './policy.ts'

export type RequestCharge = Charge<RequestAttributes>

/** A rule, and what it asked of its limiter. */
interface DecidedRule {
  readonly rule: Rule
  readonly charge: RequestCharge
}

// The engine tells how a response ended by its status.
const SUCCEEDED = 200
const FAILED = 500

/** The decision about one request, from what its rules have answered. */
export class DecidedPolicy<M extends Mode> implements PolicyDecision<M> {
  readonly allowed: boolean
  readonly rules: readonly RuleDecision[]
  readonly refusedBy: readonly string[]
  readonly shadowRefusedBy: readonly string[]
  readonly retryAfterMs: number
  readonly never: boolean
  readonly delayMs: number
  readonly #charges: readonly RequestCharge[]
  readonly #request: RequestAttributes
  readonly #mode: M
  #isSettled = false

  constructor(decided: readonly DecidedRule[], request: RequestAttributes, mode: M) {
    this.rules = decided.map(({ rule, charge }) => ({
      rule,
      key: charge.keys as string,
      decision: asSeveral(rule, charge.decision as LimitDecision | LimitsDecision),
      shadow: rule.mode === 'shadow',
    }))
    const enforced = this.rules.filter(({ shadow }) => !shadow)
    const refusing = enforced.filter(isRefusing)
    this.allowed = refusing.length === 0
    this.refusedBy = namesOf(refusing)
    this.shadowRefusedBy = namesOf(this.rules.filter((each) => each.shadow && isRefusing(each)))
    this.retryAfterMs = longest(refusing, 'retryAfterMs')
    this.never = refusing.some(({ decision }) => decision.never)
    this.delayMs = this.allowed ? longest(enforced, 'delayMs') : 0
    this.#charges = decided.map(({ charge }) => charge)
    this.#request = request
    this.#mode = mode
  }

  get told(): readonly ToldDecision[] {
    return this.#charges
      .filter(({ rule }) => !rule.isShadow)
      .flatMap(({ policies, keys, cost, decision }) =>
        toldOf(policies, { keys, cost, decision: decision as LimitDecision }, undefined),
      )
  }

  settle({ failed }: { readonly failed: boolean }): Answer<M, void> {
    const ends = this.#isSettled
      ? []
      : this.#charges.map((charge) => charge.finish(this.#request, failed ? FAILED : SUCCEEDED))
    this.#isSettled = true
    const settled = andThen(all(ends), () => undefined)
    return (this.#mode === 'async' && !isPending(settled) ? Promise.resolve() : settled) as Answer<M, void>
  }
}

/** The answer of a rule with one limit, in the form of those with several. */
function asSeveral({ limits }: Rule, decision: LimitDecision | LimitsDecision): LimitsDecision {
  if ('limits' in decision) return decision
  const name = limits[0]?.name ?? 'limit'
  // The limit's own numbers, without what belongs to the whole answer.
  const { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never } = decision
  const own = { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never }
  return { ...decision, refusedBy: allowed ? [] : [name], limits: { [name]: own } }
}

function isRefusing({ decision }: RuleDecision): boolean {
  return !decision.allowed
}

function namesOf(rules: readonly RuleDecision[]): readonly string[] {
  return rules.map(({ rule }) => rule.name)
}

function longest(rules: readonly RuleDecision[], wait: 'retryAfterMs' | 'delayMs'): number {
  return Math.max(0, ...rules.map(({ decision }) => decision[wait]))
}
