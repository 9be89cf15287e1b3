import type { ExpressRequest, ExpressResponse, NextFunction } from './express-types.ts'
import type { Count } from './meter.ts'
import { refusesAll } from './option-checks.ts'
import type { PassedOptions, RateLimitInfo, RateLimitRequestHandler, UsedOptions } from './options.ts'
import { countedTwice, madeWhileServing, oddHits, sharedStore } from './request-checks.ts'
import { settingsOf, type Settings } from './settings.ts'
import { endingOf, takeBackAtEnd } from './take-back.ts'
import { setHeaders, setRetryAfter } from './tell-client.ts'

/**
 * `rateLimit` of express-rate-limit 8 over Sluice: the same options, defaults, statuses, bodies, headers and
 * `req.rateLimit`, so that an application changes one import. By default it counts hits in a window that starts with a
 * client's first request, refused ones too, as the original does; a `limit` of Sluice's, or a `limiter`, decides instead.
 *
 * @throws TypeError for a store or logger that is none; SluiceError `ERR_INVALID_DURATION` for a window that is no
 * positive number of milliseconds
 * @example
 * app.use(rateLimit({ windowMs: 15 * 60 * 1000, limit: 100, standardHeaders: 'draft-8', legacyHeaders: false }))
 */
export function rateLimit<
  Req extends ExpressRequest = ExpressRequest,
  Res extends ExpressResponse = ExpressResponse,
>(options: PassedOptions<Req, Res> = {}): RateLimitRequestHandler<Req, Res> {
  // Callbacks are only ever given the requests that this middleware is given.
  const settings = settingsOf((options ?? {}) as PassedOptions)
  const { checks, store, meter, limiter } = settings
  checks.once('creationStack', () => madeWhileServing(new Error('made here').stack, store))
  if (limiter === undefined) {
    checks.once('unsharedStore', () => sharedStore(store))
    startStore(settings)
  }
  const middleware = async (request: Req, response: Res, next: NextFunction): Promise<void> => {
    try {
      await handle(request, response, next, settings)
    } catch (error) {
      next(error)
    }
  }
  return Object.assign(middleware, {
    resetKey: meter.resetKey,
    getKey:
      meter.get ??
      (() => {
        throw new Error('The store of this limiter has no get.')
      }),
  })
}

/** Nobody waits for it: a store may be asked before it is ready. A window that our own cannot have is told at once. */
function startStore(settings: Settings): void {
  const { store, isStoreOurs, logger } = settings
  const failed = (error: unknown) => logger.error(error, 'The store could not be started.')
  try {
    const started = store.init?.(optionsUsed(settings))
    if (started instanceof Promise) started.catch(failed)
  } catch (error) {
    if (isStoreOurs) throw error
    failed(error)
  }
}

/** The options as handlers and stores are told them. */
function optionsUsed(settings: Settings): UsedOptions {
  const { checks, meter: _meter, isStoreOurs: _isStoreOurs, ...options } = settings
  return { ...options, validate: checks.enabled }
}

async function handle(
  request: ExpressRequest,
  response: ExpressResponse,
  next: NextFunction,
  settings: Settings,
): Promise<void> {
  const { skipFailedRequests, skipSuccessfulRequests, skip, keyGenerator, checks } = settings
  const ending = skipFailedRequests || skipSuccessfulRequests ? endingOf(response) : undefined
  if (await skip(request, response)) return next()
  const key = await keyGenerator(request, response)
  const count = await countOf(key, settings)
  if (count === undefined) return next()
  checks.once('positiveHits', () => oddHits(count.totalHits))
  if (settings.limiter === undefined)
    checks.once('singleCount', () => countedTwice(request, settings.store, key))
  const info = await infoOf(request, response, key, count, settings)
  Object.assign(request, { [settings.requestPropertyName]: info })
  await setHeaders(request, response, info, settings)
  if (ending !== undefined) takeBackAtEnd(request, response, ending, count, settings)
  const isRefused = count.verdict === undefined ? count.totalHits > info.limit : !count.verdict.allowed
  if (!isRefused) return next()
  await setRetryAfter(request, response, info, count, settings)
  await settings.handler(request, response, next, optionsUsed(settings))
}

/** `undefined` if the store failed and requests pass all the same. */
async function countOf(
  key: string,
  { meter, passOnStoreError, logger }: Settings,
): Promise<Count | undefined> {
  try {
    return await meter.count(key)
  } catch (error) {
    if (!passOnStoreError) throw error
    logger.error(error, 'The store failed, and a request passes uncounted.')
    return undefined
  }
}

async function infoOf(
  request: ExpressRequest,
  response: ExpressResponse,
  key: string,
  { totalHits: used, resetTime, verdict }: Count,
  { limit: given, checks }: Settings,
): Promise<RateLimitInfo> {
  const told = typeof given === 'function' ? await given(request, response) : given
  const limit = verdict?.limit ?? told
  checks.once('limit', () => refusesAll(limit))
  const info = { limit, used, remaining: Math.max(limit - used, 0), resetTime, key }
  Object.defineProperty(info, 'current', { value: used })
  return info
}
