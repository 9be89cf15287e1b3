import type { LimitDecision, LimitsDecision } from '../../limiter/limiter.ts'
import type { Keys } from '../../limits/key.ts'
import type { Limit } from '../../limits/limit.ts'
import type { PolicyDecision } from '../headers/policy-decision.ts'
import { rateLimitPolicies, type RateLimitPolicy } from '../headers/rate-limit-policy.ts'

/** The policy of a limit, by the name of the limit within its limiter. */
export interface RulePolicy {
  readonly limitName: string
  readonly policy: RateLimitPolicy
}

/**
 * What clients are told of the limits of a rule: the only one under the name of the rule, several under both names.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for names that no header can carry
 */
export function rulePolicies(
  name: string | undefined,
  limits: Readonly<Record<string, Limit>>,
): readonly RulePolicy[] {
  const entries = Object.entries(limits)
  const policies = rateLimitPolicies(
    entries.map(([limitName, limit]) => ({ name: toldName(name, limitName, entries.length === 1), limit })),
  )
  return entries.map(([limitName], index) => ({ limitName, policy: policies[index] as RateLimitPolicy }))
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
  const [only] = policies
  if (only !== undefined && partitionKey === undefined && !('limits' in decision)) {
    return [{ policy: only.policy, cost, decision }]
  }
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
