/**
 * A way over from rate-limiter-flexible: the export `sluice/compat/rate-limiter-flexible`. The guide
 * `moving-from-rate-limiter-flexible` says what stays and what can now be better.
 */
export { RateLimiterMemory } from './rate-limiter-memory.ts'
export { RateLimiterRedis } from './rate-limiter-redis.ts'
export type { RateLimiterStoreOptions } from './store-options.ts'
export { RateLimiterUnion } from './rate-limiter-union.ts'
export { BurstyRateLimiter } from './bursty-rate-limiter.ts'
export {
  RateLimiterQueue,
  RateLimiterQueueError,
  type RateLimiterQueueOptions,
} from './rate-limiter-queue.ts'
export { RateLimiterRes } from './rate-limiter-res.ts'
export type { FlexibleLimiter } from './flexible-limiter.ts'
export type { ConsumingLimiter } from './limiter-contract.ts'
export type { CallOptions, RateLimiterOptions } from './options.ts'
