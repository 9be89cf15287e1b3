/** Rate limits as middleware for Koa 2 and 3. */
import type { Context, Middleware, Next } from 'koa'
import { andThen, type Awaitable } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { follow, isOver } from './node-exchange.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
import { wholeHeaders } from './whole-headers.ts'

export interface KoaRateLimitOptions extends RateLimitOptions<Context> {
  /**
   * Answers requests that are refused, instead of `format`: by `context.body`, or by throwing, which takes the headers
   * along. The status and the headers that matter are set.
   */
  readonly handler?: (context: Context, refusal: Problem) => unknown
}

const reader: RequestReader<Context> = {
  identity: ({ req }) => req,
  method: ({ method }) => method,
  headers: ({ req }) => wholeHeaders(req),
  remoteAddress: ({ req }) => req.socket.remoteAddress,
}

/**
 * Middleware for an application or a route. Several on one request tell the client of all their limits.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * app.use(rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))
 */
export function rateLimit(options: KoaRateLimitOptions): Middleware {
  const { handler, ...engineOptions } = options
  const engine = rateLimitEngine(reader, engineOptions)
  return (context, next) =>
    andThen(engine.begin(context), (passage) => carryOut(passage, context, next, handler))
}

function carryOut(
  passage: Passage,
  context: Context,
  next: Next,
  handler: KoaRateLimitOptions['handler'],
): Awaitable<unknown> {
  if (isOver(context.res)) return passage.cancel()
  const { refusal } = passage
  const headers = passage.headers()
  setHeaders(context, headers)
  if (refusal !== undefined)
    return context.headerSent ? undefined : refuse(context, headers, refusal, handler)
  if (passage.action === 'pass') {
    if (passage.follows !== 'nothing') follow(passage, context.res)
    return next().then(undefined, (error: unknown) => throwWith(headers, error))
  }
  follow(passage, context.res)
  return passage
    .wait()
    .then((isDue) => (isDue ? next() : undefined))
    .then(undefined, (error: unknown) => throwWith(headers, error))
}

async function refuse(
  context: Context,
  headers: readonly HeaderPair[],
  refusal: Problem,
  handler: KoaRateLimitOptions['handler'],
): Promise<void> {
  context.status = refusal.status
  if (handler === undefined) {
    setHeaders(context, refusal.headers)
    context.body = refusal.body
    return
  }
  const own = ownRefusalHeaders(refusal.headers)
  setHeaders(context, own)
  try {
    await handler(context, refusal)
  } catch (error) {
    throwWith([...headers, ...own], error)
  }
}

/** Koa drops the headers of a response when an error is thrown, but for those that the error carries. */
function throwWith(headers: readonly HeaderPair[], error: unknown): never {
  if (error instanceof Error && Object.isExtensible(error)) {
    const { headers: own } = error as { readonly headers?: object }
    Object.assign(error, { headers: { ...Object.fromEntries(headers), ...own } })
  }
  throw error
}

function setHeaders(context: Context, headers: readonly HeaderPair[]): void {
  if (context.headerSent) return
  for (const [name, value] of headers) context.set(name, value)
}
