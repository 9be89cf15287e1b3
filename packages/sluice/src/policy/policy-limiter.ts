import type { Clock } from '../clock.ts'
import type { EventName, LimiterEvents } from '../events.ts'
import type { CostOption, LimitDecision } from '../limiter/limiter.ts'
import type { Answer, Mode, Store } from '../stores/store.ts'
import type { Attributes } from './attributes.ts'
import { DecidingPolicyLimiter } from './deciding-policy-limiter.ts'
import type { PolicyDecision } from './policy-decision.ts'
import type { Policy } from './policy.ts'

export interface PolicyLimiterOptions<M extends Mode = 'sync'> {
  /** Where state lives. Default: in this process. */
  readonly store?: Store<M>
  /** The clock of a store in this process. Default: the monotonic system clock. */
  readonly clock?: Clock
}

/**
 * Decides requests by a policy. With a store in memory every verb answers at once; with a shared one it returns a
 * promise.
 */
export interface PolicyLimiter<M extends Mode = 'sync'> {
  /** The policy in force. */
  readonly policy: Policy
  /**
   * Decides a request by every rule that matches it, as one decision: all enforced rules are charged, or none is. Rules
   * in shadow mode are charged with them where they have room.
   *
   * @throws SluiceError `ERR_INVALID_OPTION` for attributes that are no text, number or boolean, `ERR_INVALID_COST`
   */
  check(attributes: Attributes, options?: CostOption): Answer<M, PolicyDecision<M>>
  /** Says what a check would say now, and changes nothing. */
  peek(attributes: Attributes, options?: CostOption): Answer<M, PolicyDecision<M>>
  /**
   * Puts another policy in force, from the next check on. A rule of the same name and key keeps what has been used, also
   * under other numbers, as long as its limits are of the same names and algorithms. Rules that are gone are forgotten. A
   * shared store keeps what it finds under the name of a rule for a process that starts with the other policy.
   */
  replacePolicy(policy: Policy): void
  /** Listens to the limiters of all rules, also those of later policies; events name the rule as `limiter`. */
  on<Name extends EventName>(
    name: Name,
    listener: (event: LimiterEvents<LimitDecision>[Name]) => unknown,
  ): () => void
  /** Lets go of what is held for all rules. What a shared store holds stays there. */
  close(): Answer<M, void>
}

/**
 * Makes the limiters of a policy.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 * @example
 * const limiter = createPolicyLimiter(readPolicy(text))
 * limiter.check({ path: '/api/items', method: 'GET', client: '192.0.2.7' }).allowed
 */
export function createPolicyLimiter<M extends Mode = 'sync'>(
  policy: Policy,
  options: PolicyLimiterOptions<M> = {},
): PolicyLimiter<M> {
  return new DecidingPolicyLimiter<M>(policy, options)
}
