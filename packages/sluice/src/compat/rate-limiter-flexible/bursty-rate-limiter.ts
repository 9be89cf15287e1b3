import type { ConsumingLimiter } from './limiter-contract.ts'
import type { CallOptions } from './options.ts'
import { RateLimiterRes } from './rate-limiter-res.ts'

/**
 * `BurstyRateLimiter` of rate-limiter-flexible: what the first limiter refuses, the second may let pass. A token bucket
 * says the same with one state and without the edges of windows.
 */
export class BurstyRateLimiter {
  readonly #steady: ConsumingLimiter
  readonly #burst: ConsumingLimiter

  constructor(rateLimiter: ConsumingLimiter, burstLimiter: ConsumingLimiter) {
    this.#steady = rateLimiter
    this.#burst = burstLimiter
  }

  get points(): number {
    return this.#steady.points
  }

  async consume(key: string | number, points = 1, options: CallOptions = {}): Promise<RateLimiterRes> {
    try {
      return await this.#steady.consume(key, points, options)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return await this.#consumeBurst(key, points, options, refusal)
    }
  }

  /** Where a key stands with the first limiter; the second shows in `msBeforeNext` only. */
  async get(key: string | number): Promise<RateLimiterRes | null> {
    const [steady, burst] = await Promise.all([this.#steady.get(key), this.#burst.get(key)])
    return steady === null ? null : combined(steady, burst)
  }

  async #consumeBurst(
    key: string | number,
    points: number,
    options: CallOptions,
    steady: RateLimiterRes,
  ): Promise<RateLimiterRes> {
    try {
      return combined(steady, await this.#burst.consume(key, points, options))
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? combined(steady, refusal) : refusal
    }
  }
}

function combined(steady: RateLimiterRes, burst: RateLimiterRes | null): RateLimiterRes {
  const { remainingPoints, msBeforeNext, consumedPoints, isFirstInDuration } = steady
  const soonest = Math.min(msBeforeNext, burst?.msBeforeNext ?? 0)
  return new RateLimiterRes(remainingPoints, soonest, consumedPoints, isFirstInDuration)
}
