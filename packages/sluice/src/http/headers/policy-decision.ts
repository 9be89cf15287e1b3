import type { Decision } from '../../algorithms/transition.ts'
import { SluiceError } from '../../errors.ts'
import type { LimitDecision, LimitsDecision } from '../../limiter/limiter.ts'
import type { RateLimitPolicy } from './rate-limit-policy.ts'

/**
 * What headers need of a decision: any `Decision` will do. Where the times are not known, as for requests in flight,
 * leave them out.
 */
export type Told = Pick<Decision, 'remaining'> &
  Partial<Pick<Decision, 'allowed' | 'retryAfterMs' | 'resetAfterMs' | 'replenishAfterMs'>>

/** A decision with the policy that it follows from. */
export interface PolicyDecision {
  readonly policy: RateLimitPolicy
  /** Where the client stands. Without it the policy is announced and nothing said of the client. */
  readonly decision?: Told
  /** What the quota is counted for, as `RateLimit` shows it; see `partitionKeys`. */
  readonly partitionKey?: Uint8Array
  /**
   * The same in clear, by the names of its parts, for the dialect `next` alone, which puts the names into
   * `RateLimit-Partition` and names and values into the partition key. Nothing secret or personal belongs here. Names
   * are keys of structured fields: `user_id`, not `User ID`.
   */
  readonly partition?: Readonly<Record<string, string>>
  /** Units that this request used, which the dialect `next` tells. */
  readonly cost?: number
}

/**
 * Puts the answer of a limiter beside its policies: the one policy of a limiter with one limit, or a policy for each of
 * several limits, of the same names.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` if there is not exactly one policy for each limit
 */
export function policyDecisions(
  policies: readonly RateLimitPolicy[],
  decision: LimitDecision | LimitsDecision,
): readonly PolicyDecision[] {
  if ('limits' in decision) {
    const { limits } = decision
    if (policies.length !== Object.keys(limits).length) throw mismatch(Object.keys(limits).length)
    return policies.map((policy) => ({ policy, decision: decisionOf(limits, policy.name) }))
  }
  const [policy] = policies
  if (policy === undefined || policies.length > 1) throw mismatch(1)
  return [{ policy, decision }]
}

function decisionOf(limits: Readonly<Record<string, Decision>>, name: string): Decision {
  const decision = Object.hasOwn(limits, name) ? limits[name] : undefined
  if (decision !== undefined) return decision
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `The limiter has no limit of the name of the policy "${name}".`,
    {
      field: 'policies',
      value: name,
    },
  )
}

function mismatch(limits: number): SluiceError {
  return new SluiceError(
    'ERR_INVALID_OPTION',
    `There must be one policy for each of the limiter's limits, of which there ${limits === 1 ? 'is 1' : `are ${limits}`}.`,
    { field: 'policies' },
  )
}
