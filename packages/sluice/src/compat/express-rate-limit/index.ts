/**
 * A way over from express-rate-limit and express-slow-down: the export `sluice/compat/express-rate-limit`. The guide
 * `moving-from-express-rate-limit` says what stays and what can now be better.
 */
export { rateLimit, rateLimit as default } from './rate-limit.ts'
export { slowDown, type SlowDownInfo, type SlowDownOptions, type SlowedRequest } from './slow-down.ts'
export { ipKeyGenerator } from './ip-key-generator.ts'
export { DAY, HOUR, MINUTE, SECOND } from './time-constants.ts'
export { HitStore as MemoryStore } from '../stores/hit-store.ts'
export type { ExpressRequest, ExpressResponse, NextFunction } from './express-types.ts'
export type {
  AugmentedRequest,
  DraftHeadersVersion,
  EnabledValidations,
  Logger,
  Options,
  PassedOptions,
  RateLimitInfo,
  RateLimitRequestHandler,
  UsedOptions,
  ValueDeterminingMiddleware,
} from './options.ts'
export type { ClientRateLimitInfo, LegacyStore, Store } from './store.ts'
