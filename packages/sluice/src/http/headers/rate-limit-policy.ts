import { SluiceError } from '../../errors.ts'
import { checkLimit, type Limit } from '../../limits/limit.ts'
import { checkOptions, shown } from '../../limits/options.ts'
import { writeString } from '../structured-fields/write.ts'
import { DEFAULT_UNIT } from './letters.ts'
import { checkInteger, checkPartitionKey, checkText } from './policy-checks.ts'
import { policyItem } from './policy-item.ts'
import { quotaAndWindow } from './quota-and-window.ts'

/** A limit as responses speak of it. Made by `rateLimitPolicy` or `rateLimitPolicies`, which check it. */
export interface RateLimitPolicy {
  readonly name: string
  /** Units that the policy grants. */
  readonly quota: number
  /** The window of the quota in whole seconds; `undefined` where there is none, as for requests in flight. */
  readonly windowSeconds: number | undefined
  /** What is counted. */
  readonly unit: string
  /** What the quota is counted for, as `RateLimit-Policy` shows it. */
  readonly partitionKey: Uint8Array | undefined
  /** True if units come back one by one, as in a sliding window, so that there is no instant at which all are back. */
  readonly returnsPiecemeal: boolean
  /** The name as a String of a structured field. */
  readonly writtenName: string
  /** The policy as an item of `RateLimit-Policy`, which is the same in every response. */
  readonly writtenItem: string
}

/** Either a limit, or its quota and window in numbers. */
export type RateLimitPolicyOptions = {
  /** The name that clients see: printable ASCII and spaces, at most 1,024 characters (RFC 9651, section 3.3.3). */
  readonly name: string
  /**
   * What is counted: `'requests'` (default), `'content-bytes'`, `'concurrent-requests'`, or a documented unit of your
   * own.
   */
  readonly unit?: string
  /**
   * What the quota is counted for, as `RateLimit-Policy` shows it. Opaque, at most 16,384 bytes; anybody on the way can
   * read it, so take what `partitionKeys` gives, never a user's name or address.
   */
  readonly partitionKey?: Uint8Array
} & (
  | {
      /** The limit that the policy tells of. */
      readonly limit: Limit
      readonly quota?: undefined
      readonly windowSeconds?: undefined
    }
  | {
      readonly limit?: undefined
      /** Units granted: a whole number from 0 to 999,999,999,999,999. */
      readonly quota: number
      /** Whole seconds, from 1 to 999,999,999,999,999. Left out where there is no window. */
      readonly windowSeconds?: number
    }
)

/**
 * Checks a policy and makes it ready to be told.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for a name, a unit or a partition key that no header can carry,
 *   `ERR_INVALID_NUMBER` for a quota or a window out of range
 * @example
 * rateLimitPolicy({ name: 'api', limit: tokenBucket({ capacity: 20, rate: '5/s' }) }) // q=20;w=4
 */
export function rateLimitPolicy(options: RateLimitPolicyOptions): RateLimitPolicy {
  checkOptions('rateLimitPolicy', options, [
    'name',
    'unit',
    'partitionKey',
    'limit',
    'quota',
    'windowSeconds',
  ])
  const name = checkText('name', options.name)
  const unit = checkText('unit', options.unit ?? DEFAULT_UNIT)
  const policy = {
    name,
    ...numbersOf(options),
    unit,
    partitionKey: checkPartitionKey(options.partitionKey),
    writtenName: writeString(name),
  }
  return Object.freeze({ ...policy, writtenItem: policyItem(policy) })
}

function numbersOf(
  options: RateLimitPolicyOptions,
): Pick<RateLimitPolicy, 'quota' | 'windowSeconds' | 'returnsPiecemeal'> {
  if (options.limit === undefined) {
    const { quota, windowSeconds } = options
    return {
      quota: checkInteger('quota', quota, 0),
      windowSeconds:
        windowSeconds === undefined ? undefined : checkInteger('windowSeconds', windowSeconds, 1),
      returnsPiecemeal: false,
    }
  }
  if (options.quota !== undefined || options.windowSeconds !== undefined) {
    throw new SluiceError('ERR_INVALID_OPTION', 'A policy takes a limit or its quota and window, not both.', {
      field: 'limit',
    })
  }
  const limit = checkLimit('limit', options.limit)
  const { quota, windowSeconds } = quotaAndWindow(limit)
  return {
    quota: checkInteger('quota', quota, 0),
    windowSeconds,
    returnsPiecemeal: limit.algorithm.name.startsWith('sliding'),
  }
}

/**
 * Several policies at once, as one limiter or one route has them.
 *
 * @throws SluiceError as `rateLimitPolicy`; `ERR_INVALID_OPTION` also for two names that differ in case alone
 */
export function rateLimitPolicies(options: readonly RateLimitPolicyOptions[]): readonly RateLimitPolicy[] {
  const policies = options.map(rateLimitPolicy)
  const seen = new Set<string>()
  for (const [index, { name }] of policies.entries()) {
    if (seen.has(name.toLowerCase())) {
      throw new SluiceError(
        'ERR_INVALID_OPTION',
        `Two policies are named ${shown(name)}; clients compare names without case, so give each its own.`,
        { field: `policies[${index}].name`, value: name },
      )
    }
    seen.add(name.toLowerCase())
  }
  return policies
}
