import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import type { Limit } from '../../limits/limit.ts'
import type { FailurePolicy } from '../../stores/failure/failure-policy.ts'
import type { RedisClient } from '../../stores/redis/index.ts'
import type { RestClient } from './rest-scripting.ts'

/** The options of `Ratelimit` of @upstash/ratelimit, and what this one can do besides. */
export interface RatelimitConfig {
  /** A client of @upstash/redis, ioredis, iovalkey, node-redis or GLIDE. Default: limits live in this process. */
  readonly redis?: RestClient | RedisClient
  /** `Ratelimit.slidingWindow`, `.fixedWindow` or `.tokenBucket`, or any limit of Sluice's. */
  readonly limiter: Limit
  /** What keys begin with, before a colon. Default `'@upstash/ratelimit'`. */
  readonly prefix?: string
  /** How many milliseconds an answer may take before requests pass without one; 0 for as long as it takes. Default 5000. */
  readonly timeout?: number
  /** `false` asks the server also for a key that it has just refused; otherwise refusals are remembered, never too long. */
  readonly ephemeralCache?: Map<string, number> | false
  /** What is answered without the server: by default that requests pass. */
  readonly onStoreFailure?: FailurePolicy
  /** The clock of limits in this process. Default: the monotonic system clock. */
  readonly clock?: Clock
  /** Has no effect: `sluice/metrics` counts decisions. */
  readonly analytics?: boolean
  /** Has no effect: nothing is told to anybody. */
  readonly enableTelemetry?: boolean
  /** Has no effect: scripts always travel by their digest. */
  readonly cacheScripts?: boolean
}

/** Those that would weaken protection if they were ignored. */
const notOffered = ['enableProtection', 'dynamicLimits'] as const

/** @throws SluiceError `ERR_INVALID_OPTION` */
export function checkConfig(config: RatelimitConfig): void {
  const asked = notOffered.find(
    (name) => (config as Partial<Record<(typeof notOffered)[number], unknown>>)[name],
  )
  if (asked === undefined) return
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `Ratelimit has no ${asked} here; see the guide for what to do instead.`,
    {
      field: asked,
      value: true,
    },
  )
}
