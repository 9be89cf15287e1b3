import type { CallOptions } from './options.ts'
import type { RateLimiterRes } from './rate-limiter-res.ts'

/** What a union, a queue and a bursty limiter ask of the limiters within them. */
export interface ConsumingLimiter {
  readonly points: number
  consume(key: string | number, points?: number, options?: CallOptions): Promise<RateLimiterRes>
  get(key: string | number): Promise<RateLimiterRes | null>
}
