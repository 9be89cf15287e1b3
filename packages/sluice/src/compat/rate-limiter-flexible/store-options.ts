import type { RedisClient } from '../../stores/redis/index.ts'
import type { Store } from '../../stores/store.ts'
import type { FlexibleLimiter } from './flexible-limiter.ts'
import type { RateLimiterOptions } from './options.ts'

/** The options of RateLimiterRedis. */
export interface RateLimiterStoreOptions extends RateLimiterOptions {
  /** A client of ioredis, iovalkey, node-redis or GLIDE; or a store of Sluice's, with options of its own. */
  readonly storeClient: RedisClient | Store<'async'>
  /** With how many points, more than `points`, a key is blocked for `blockDuration`. Default: with the first too many. */
  readonly blockOnConsumed?: number
  /** With how many points, at least `points`, this process refuses a key by itself. Default 0: it always asks. */
  readonly inMemoryBlockOnConsumed?: number
  /** For how many seconds it does so. Default: until the key has its points again. */
  readonly inMemoryBlockDuration?: number
  /** Answers while the store is away. Default: calls reject with `ERR_STORE_UNAVAILABLE`. */
  readonly insuranceLimiter?: FlexibleLimiter
}
