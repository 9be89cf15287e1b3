import { SluiceError } from '../../errors.ts'
import type { ExpressRequest, ExpressResponse, NextFunction } from './express-types.ts'
import type {
  AugmentedRequest,
  EnabledValidations,
  PassedOptions,
  RateLimitInfo,
  RateLimitRequestHandler,
  ValueDeterminingMiddleware,
} from './options.ts'
import { ValidationError } from './problem.ts'
import { rateLimit } from './rate-limit.ts'

/** The longest delay that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1

/** The options of express-slow-down 3: those of `rateLimit` without `limit` and `handler`, and these. */
export interface SlowDownOptions<Req = ExpressRequest, Res = ExpressResponse> extends Omit<
  PassedOptions<Req, Res>,
  'limit' | 'max' | 'handler' | 'limiter' | 'validate'
> {
  /** How many requests of a window pass at once. Default 1. */
  readonly delayAfter?: number | ValueDeterminingMiddleware<number, Req, Res> | undefined
  /** How long a later request waits, in milliseconds. Default: a second more with each. */
  readonly delayMs?:
    | number
    | ((used: number, request: SlowedRequest<Req>, response: Res) => number | Promise<number>)
    | undefined
  /** The longest wait, in milliseconds, up to 2^31 - 1. Default: no other bound. */
  readonly maxDelayMs?: number | ValueDeterminingMiddleware<number, Req, Res> | undefined
  readonly validate?: boolean | (EnabledValidations & { delayMs?: boolean }) | undefined
}

/** How a client stands, on the request under `requestPropertyName`, by default `slowDown`. */
export interface SlowDownInfo extends RateLimitInfo {
  /** Milliseconds that the request was made to wait. */
  delay: number
}

export type SlowedRequest<Req = ExpressRequest> = AugmentedRequest<Req> &
  Readonly<Record<string, SlowDownInfo>>

declare function setTimeout(callback: () => void, delayMs: number): unknown
declare function clearTimeout(timer: unknown): void
declare const console: { warn(problem: unknown): void }

/**
 * `slowDown` of express-slow-down 3 over Sluice: requests beyond `delayAfter` wait, none is refused.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` for `limit`, `max` and a `maxDelayMs` that no timer takes
 * @example
 * app.use(slowDown({ windowMs: 60_000, delayAfter: 10, delayMs: (used) => (used - 10) * 100, maxDelayMs: 2000 }))
 */
export function slowDown<
  Req extends ExpressRequest = ExpressRequest,
  Res extends ExpressResponse = ExpressResponse,
>(options: SlowDownOptions<Req, Res> = {}): RateLimitRequestHandler<Req, Res> {
  checkSlowDown(options)
  const { delayAfter = 1, delayMs, maxDelayMs = LONGEST_MS, validate, ...rest } = options
  const property = options.requestPropertyName ?? 'slowDown'
  const { delayMs: _, ...checks } = checksOf(validate)
  return rateLimit<Req, Res>({
    legacyHeaders: false,
    standardHeaders: false,
    ...given(rest),
    requestPropertyName: property,
    validate: { ...checks, limit: false },
    // Every request comes to the handler, which lets it on.
    limit: 0,
    async handler(request, response, next) {
      const info = (request as unknown as Record<string, SlowDownInfo>)[property] as SlowDownInfo
      info.limit = typeof delayAfter === 'function' ? await delayAfter(request, response) : delayAfter
      info.remaining = Math.max(0, info.limit - info.used)
      info.delay = 0
      if (info.used > info.limit) {
        const wanted = await wantedMs(delayMs, info, request as SlowedRequest<Req>, response)
        const most = typeof maxDelayMs === 'function' ? await maxDelayMs(request, response) : maxDelayMs
        info.delay = Math.max(0, Math.min(wanted, most))
      }
      wait(info.delay, response, next)
    },
  })
}

async function wantedMs<Req, Res>(
  delayMs: SlowDownOptions<Req, Res>['delayMs'],
  { used, limit }: SlowDownInfo,
  request: SlowedRequest<Req>,
  response: Res,
): Promise<number> {
  if (delayMs === undefined) return (used - limit) * 1000
  return typeof delayMs === 'function' ? await delayMs(used, request, response) : delayMs
}

/** A client that goes away is waited for no longer. */
function wait(delayMs: number, response: ExpressResponse, next: NextFunction): void {
  if (!(delayMs > 0)) return next()
  const timer = setTimeout(() => next(), delayMs)
  response.once('close', () => clearTimeout(timer))
}

function checkSlowDown(options: object): void {
  const { limit, max, maxDelayMs, delayMs, validate } = options as Readonly<Record<string, unknown>>
  if (limit !== undefined || max !== undefined) {
    const field = limit === undefined ? 'max' : 'limit'
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `slowDown refuses nothing: say delayAfter in place of ${field}.`,
      {
        field,
        value: limit ?? max,
      },
    )
  }
  if (typeof maxDelayMs === 'number' && maxDelayMs > LONGEST_MS) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `maxDelayMs must be at most ${LONGEST_MS}; found ${maxDelayMs}.`,
      {
        field: 'maxDelayMs',
        value: maxDelayMs,
      },
    )
  }
  const checks = checksOf(validate as SlowDownOptions['validate'])
  if (typeof delayMs !== 'number' || !(checks.delayMs ?? checks.default ?? false)) return
  const message = `delayMs: ${delayMs} is the wait of every request beyond delayAfter; it was once added with each.`
  // oxlint-disable-next-line no-console -- where express-slow-down tells it
  console.warn(new ValidationError('WRN_ESD_DELAYMS', `${message} Write () => ${delayMs} if that is meant.`))
}

function checksOf(validate: SlowDownOptions['validate']): EnabledValidations & { delayMs?: boolean } {
  return typeof validate === 'object' ? validate : { default: validate ?? true }
}

function given<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>
}
