import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import type { FlexibleLimiter } from './flexible-limiter.ts'
import type { RateLimiterRes } from './rate-limiter-res.ts'

/**
 * `RateLimiterUnion` of rate-limiter-flexible: every limiter counts every request, one that another refuses too. Where a
 * refused request should use nothing, `createLimiter({ limits })` decides them as one.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 */
export class RateLimiterUnion {
  readonly #limiters: readonly FlexibleLimiter[]

  constructor(...limiters: readonly FlexibleLimiter[]) {
    const wrong = limiters.find((limiter) => typeof limiter?.consume !== 'function')
    if (limiters.length === 0 || wrong !== undefined) {
      const found = limiters.length === 0 ? 'none' : shown(wrong)
      throw new SluiceError(
        'ERR_INVALID_OPTION',
        `RateLimiterUnion takes one limiter or more; found ${found}.`,
        {
          field: 'limiters',
          value: wrong,
        },
      )
    }
    this.#limiters = limiters
  }

  /** Resolves with what each limiter says, by its `keyPrefix`; rejects with what those say that refuse or fail. */
  async consume(key: string | number, points = 1): Promise<Record<string, RateLimiterRes>> {
    const outcomes = await Promise.allSettled(this.#limiters.map((limiter) => limiter.consume(key, points)))
    const named = outcomes.map((outcome, index) => ({
      outcome,
      name: this.#limiters[index]?.keyPrefix ?? '',
    }))
    const refusals = named.flatMap(({ outcome, name }) =>
      outcome.status === 'rejected' ? [[name, outcome.reason as unknown] as const] : [],
    )
    // oxlint-disable-next-line typescript/only-throw-error -- the contract: a refusal is no error
    if (refusals.length > 0) throw Object.fromEntries(refusals)
    return Object.fromEntries(
      named.flatMap(({ outcome, name }) =>
        outcome.status === 'fulfilled' ? [[name, outcome.value] as const] : [],
      ),
    )
  }
}
