/** Limits that a fleet shares through Redis or Valkey: the export `sluice/redis`. */
export { redisStore, type RedisStoreOptions } from './redis-store.ts'
export type { RefusalMemoryOptions } from '../refusal-memory/refusal-options.ts'
export type { BreakerOptions } from '../failure/store-guard.ts'
export type { RedisClient } from './clients/scripting-of.ts'
export type { RedisScripting } from './clients/redis-scripting.ts'
