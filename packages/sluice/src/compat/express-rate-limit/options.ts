import type { Clock } from '../../clock.ts'
import type { Limiter } from '../../limiter/limiter.ts'
import type { Limit } from '../../limits/limit.ts'
import type { Mode } from '../../stores/store.ts'
import type { ExpressRequest, ExpressResponse, NextFunction } from './express-types.ts'
import type { CheckName } from './problem.ts'
import type { ClientRateLimitInfo, LegacyStore, Store } from './store.ts'

/** A value that depends on the request. */
export type ValueDeterminingMiddleware<T, Req = ExpressRequest, Res = ExpressResponse> = (
  request: Req,
  response: Res,
) => T | Promise<T>

export type DraftHeadersVersion = 'draft-6' | 'draft-7' | 'draft-8'

/** Which checks run; those not named do as `default` says. */
export type EnabledValidations = Partial<Record<CheckName | 'default', boolean>>

export interface Logger {
  warn(problem: unknown, message?: string): void
  error(problem: unknown, message?: string): void
}

/** The options of express-rate-limit 8, with its defaults, and what this limiter can do besides. */
export interface Options<Req = ExpressRequest, Res = ExpressResponse> {
  /** How long a window lasts, in milliseconds, from a client's first request. Default 60,000. */
  readonly windowMs: number
  /**
   * How many requests pass in a window; 0 refuses all. Default 5. A limit of Sluice's (`gcra({ ... })`) decides by its own
   * algorithm instead; `windowMs` then says nothing.
   */
  readonly limit: number | ValueDeterminingMiddleware<number, Req, Res> | Limit
  /** The body of a refusal. Default `'Too many requests, please try again later.'` */
  readonly message: unknown
  /** The status of a refusal. Default 429. */
  readonly statusCode: number
  /** Whether `X-RateLimit-*` are sent. Default true. */
  readonly legacyHeaders: boolean
  /** Which `RateLimit` headers are sent: none by default; true means `'draft-6'`. */
  readonly standardHeaders: boolean | DraftHeadersVersion
  /** The name of the policy in draft-8. Default such as `5-in-1min`. */
  readonly identifier: string | ValueDeterminingMiddleware<string, Req, Res>
  /** Seconds for `Retry-After`. Default: until the window ends. */
  readonly retryAfter?: number | ValueDeterminingMiddleware<number, Req, Res>
  /** Where the request tells how it stands. Default `rateLimit`. */
  readonly requestPropertyName: string
  /** Whether requests that failed are taken back. Default false. */
  readonly skipFailedRequests: boolean
  /** Whether requests that succeeded are taken back. Default false. */
  readonly skipSuccessfulRequests: boolean
  /** Whose allowance is used. Default: the client's address, IPv6 by `ipv6Subnet`. */
  readonly keyGenerator: ValueDeterminingMiddleware<string, Req, Res>
  /** The leading bits of an IPv6 address that are one client: 32 to 64; `false` for all 128. Default 56. */
  readonly ipv6Subnet: number | false | ValueDeterminingMiddleware<number, Req, Res>
  /** Answers a refused request. Default: with `statusCode` and `message`. */
  readonly handler: (
    request: Req,
    response: Res,
    next: NextFunction,
    optionsUsed: UsedOptions<Req, Res>,
  ) => unknown
  /** Which requests are not counted at all. Default: none. */
  readonly skip: ValueDeterminingMiddleware<boolean, Req, Res>
  /** Whether an answer counts as success. Default: a status below 400. */
  readonly requestWasSuccessful: ValueDeterminingMiddleware<boolean, Req, Res>
  /** Where hits are counted. Default: in this process. */
  readonly store: Store | LegacyStore
  /** Which checks of the configuration run. Default: all, once each, at the first chance. */
  readonly validate: boolean | EnabledValidations
  /** Whether requests pass when the store throws. Default false: `next(error)`. */
  readonly passOnStoreError: boolean
  /** Where problems are told. Default: the console. */
  readonly logger: Logger
  /** The older name of `legacyHeaders`. */
  readonly headers?: boolean
  /** The older name of `limit`. */
  readonly max?: number | ValueDeterminingMiddleware<number, Req, Res>
  /** Decides instead of a window of hits; it brings its own store. Neither `store` nor `limit` is then used. */
  readonly limiter?: Limiter<Mode>
  /** The clock of the windows. Default: the monotonic system clock. */
  readonly clock?: Clock
}

/** Options as a handler gets them: with their defaults, and a limit of Sluice's as its number. */
export interface UsedOptions<Req = ExpressRequest, Res = ExpressResponse> extends Omit<
  Options<Req, Res>,
  'limit'
> {
  readonly limit: number | ValueDeterminingMiddleware<number, Req, Res>
}

/** Options as they are given: any of them, and `undefined` for those that keep their default. */
export type PassedOptions<Req = ExpressRequest, Res = ExpressResponse> = {
  readonly [Name in keyof Options<Req, Res>]?: Options<Req, Res>[Name] | undefined
}

/** How a client stands, on the request under `requestPropertyName`. Hidden beside: `current`, an older name of `used`. */
export interface RateLimitInfo {
  limit: number
  used: number
  remaining: number
  resetTime: Date | undefined
  key: string
}

export type AugmentedRequest<Req = ExpressRequest> = Req & Readonly<Record<string, RateLimitInfo>>

/** The middleware, and the verbs of its store. */
export interface RateLimitRequestHandler<Req = ExpressRequest, Res = ExpressResponse> {
  (request: Req, response: Res, next: NextFunction): Promise<void>
  /** Forgets a client. */
  resetKey(key: string): unknown
  /** How a client stands; `undefined` without an open window. Throws where the store cannot say. */
  getKey(key: string): ClientRateLimitInfo | undefined | Promise<ClientRateLimitInfo | undefined>
}
