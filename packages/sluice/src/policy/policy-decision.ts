import type { PolicyDecision as ToldDecision } from '../http/headers/policy-decision.ts'
import type { LimitsDecision } from '../limiter/limiter.ts'
import type { Answer, Mode } from '../stores/store.ts'
import type { Rule } from './policy.ts'

/** The answer of one rule that a request matches. */
export interface RuleDecision {
  readonly rule: Rule
  /** Whose allowance it is: the values of the rule's key attributes as one text. */
  readonly key: string
  /** Where the key stands: together, and for each limit by its name. */
  readonly decision: LimitsDecision
  /** Whether the rule only looks on: its refusals refuse nothing. */
  readonly shadow: boolean
}

/** The answer to one request by all rules that match it. */
export interface PolicyDecision<M extends Mode = 'sync'> {
  /** Whether the request may go on: no rule that is enforced refuses it. True if no rule matches. */
  readonly allowed: boolean
  /** Every rule that matches, in the order of the policy. */
  readonly rules: readonly RuleDecision[]
  /** The names of the enforced rules that refuse. */
  readonly refusedBy: readonly string[]
  /** The names of the rules in shadow mode that would have refused. */
  readonly shadowRefusedBy: readonly string[]
  /** 0 if allowed; else the longest wait among the rules that refuse. Infinity if the cost never passes. */
  readonly retryAfterMs: number
  /** Whether the cost is above a limit that is enforced, so that no wait helps. */
  readonly never: boolean
  /** How long an allowed request waits before it goes on; 0 without leaky buckets. */
  readonly delayMs: number
  /** What clients may be told: for `rateLimitHeaders` of `sluice/http`. Rules in shadow mode are left out. */
  readonly told: readonly ToldDecision[]
  /**
   * Says how the request ended, for rules that count failures or successes alone: those that do not count it get back
   * what they charged. The first call counts; later ones change nothing, and nor does one after a refusal.
   */
  settle(outcome: { readonly failed: boolean }): Answer<M, void>
}
