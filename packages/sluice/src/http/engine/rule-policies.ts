import type { LimitDecision, LimitsDecision } from '../../limiter/limiter.ts'
import type { Keys } from '../../limits/key.ts'
import type { Limit } from '../../limits/limit.ts'
import type { PolicyDecision } from '../headers/policy-decision.ts'
import {
  rateLimitPolicies,
  type RateLimitPolicy,
  type RateLimitPolicyOptions,
} from '../headers/rate-limit-policy.ts'

/** The policy of a limit, by the name of the limit within its limiter. */
export interface RulePolicy {
  readonly limitName: string
  readonly policy: RateLimitPolicy
}

/**
 * The names and limits that clients are told of for a rule.
 *
 * The only limit of a limiter is told under the name of its rule, several under both names.
 */
export function policyOptions(
  name: string | undefined,
  limits: Readonly<Record<string, Limit>>,
): readonly RateLimitPolicyOptions[] {
  const limitNames = Object.keys(limits)
  return limitNames.map((limitName) => ({
    name: toldName(name, limitName, limitNames.length === 1),
    limit: limits[limitName] as Limit,
  }))
}

/** @throws SluiceError `ERR_INVALID_OPTION` for names that no header can carry */
export function rulePolicies(
  name: string | undefined,
  limits: Readonly<Record<string, Limit>>,
): readonly RulePolicy[] {
  const policies = rateLimitPolicies(policyOptions(name, limits))
  return Object.keys(limits).map((limitName, index) => ({
    limitName,
    policy: policies[index] as RateLimitPolicy,
  }))
}

function toldName(name: string | undefined, limitName: string, isOnly: boolean): string {
  if (isOnly) return name ?? (limitName === 'limit' ? 'default' : limitName)
  return name === undefined ? limitName : `${name}-${limitName}`
}

/** What clients are told of the decision of a rule. */
export function toldOf(
  policies: readonly RulePolicy[],
  answer: { readonly keys: Keys; readonly cost: number; readonly decision: LimitDecision | LimitsDecision },
  partitionKey: ((key: string) => Uint8Array) | undefined,
): readonly PolicyDecision[] {
  const { keys, cost, decision } = answer
  return policies.map(({ limitName, policy }) => {
    const own = 'limits' in decision ? decision.limits[limitName] : decision
    const key = typeof keys === 'string' ? keys : keys[limitName]
    return {
      policy,
      cost,
      ...(own !== undefined && { decision: own }),
      ...(partitionKey !== undefined && key !== undefined && { partitionKey: partitionKey(key) }),
    }
  })
}
