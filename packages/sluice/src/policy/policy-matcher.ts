import type { Attributes } from './attributes.ts'
import { RequestAttributes } from './matching/request-attributes.ts'
import { RequestMatcher } from './matching/request-matcher.ts'
import type { Policy, Rule } from './policy.ts'
import { ruleKey } from './rule-key.ts'

/** A rule that applies to a request, and whose allowance the request uses under it. */
export interface RuleMatch {
  readonly rule: Rule
  readonly key: string
}

/** Says which rules apply to a request, in the order of the policy. */
export type PolicyMatcher = (attributes: Attributes) => readonly RuleMatch[]

/**
 * Matches requests without deciding them.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, when called, for attributes that are no text, number or boolean
 * @example
 * createPolicyMatcher(policy)({ method: 'POST', path: '/login' }).map(({ rule }) => rule.name)
 */
export function createPolicyMatcher({ rules }: Policy): PolicyMatcher {
  const matchers = rules.map((rule) => ({ rule, matcher: new RequestMatcher(rule.match) }))
  return (attributes) => {
    const request = new RequestAttributes(attributes)
    return matchers
      .filter(({ matcher }) => matcher.matches(request))
      .map(({ rule }) => ({ rule, key: ruleKey(rule.key, (name) => request.valueOf(name)) }))
  }
}
