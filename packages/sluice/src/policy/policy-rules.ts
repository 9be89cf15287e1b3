import { systemClock } from '../clock.ts'
import type { RuleOptions } from '../http/engine/rate-limit-options.ts'
import type { Limiter } from '../limiter/limiter.ts'
import { checkOptions } from '../limits/options.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import type { Mode, Store } from '../stores/store.ts'
import type { Attributes } from './attributes.ts'
import { RequestAttributes } from './matching/request-attributes.ts'
import { RequestMatcher } from './matching/request-matcher.ts'
import type { PolicyLimiterOptions } from './policy-limiter.ts'
import type { Policy } from './policy.ts'
import { limiterFor } from './rule-limiter.ts'
import { ruleKey } from './rule-key.ts'

export interface PolicyRulesOptions<R, M extends Mode = 'sync'> extends PolicyLimiterOptions<M> {
  /** What is known of a request. Asked once a request. */
  readonly attributes: (request: R) => Attributes
}

/**
 * The rules of a policy as middleware takes them, in any framework: `rateLimit({ rules: policyRules(policy, ...) })`. They
 * are those of this policy for good.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 */
export function policyRules<R extends object, M extends Mode = 'sync'>(
  { rules }: Policy,
  options: PolicyRulesOptions<R, M>,
): readonly RuleOptions<R>[] {
  checkOptions('policyRules', options, ['attributes', 'store', 'clock'])
  const { store = memoryStore() as unknown as Store<M>, clock = systemClock() } = options
  const known = new WeakMap<R, RequestAttributes>()
  const attributesOf = (request: R): RequestAttributes => {
    let attributes = known.get(request)
    if (attributes === undefined)
      known.set(request, (attributes = new RequestAttributes(options.attributes(request))))
    return attributes
  }
  return rules.map((rule) => {
    const { name, mode, count, key, match } = rule
    const matcher = new RequestMatcher(match)
    const limiter = limiterFor(rule, { store, clock }) as unknown as Limiter<Mode>
    return {
      name,
      mode,
      count,
      limiter,
      skip: (request) => !matcher.matches(attributesOf(request)),
      key: (request) => {
        const attributes = attributesOf(request)
        return ruleKey(key, (each) => attributes.valueOf(each))
      },
    }
  })
}
