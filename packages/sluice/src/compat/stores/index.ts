/** The engine as a store for other limiters: the export `sluice/compat/stores`. Their options and answers stay as they are. */
export { HitStore, type ClientRateLimitInfo, type HitStoreOptions } from './hit-store.ts'
export {
  fastifyStore,
  type FastifyHits,
  type FastifyStore,
  type FastifyStoreOptions,
  type FastifyStoreSettings,
} from './fastify-store.ts'
export {
  NestThrottlerStorage,
  type NestThrottlerRecord,
  type NestThrottlerStorageOptions,
} from './nest-storage.ts'
export type { HitCounterOptions } from '../hits/hit-counter.ts'
