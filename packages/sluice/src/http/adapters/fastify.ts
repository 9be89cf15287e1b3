/** Rate limits as a plugin for Fastify 5, or as a hook for single routes. */
import type { FastifyPluginCallback, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { answered } from './answered.ts'
import { limitExchange } from './node-exchange.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
import { wholeHeaders } from './whole-headers.ts'

export interface FastifyRateLimitOptions extends RateLimitOptions<FastifyRequest> {
  /**
   * Answers requests that are refused, instead of `format`: by `reply.send`, or by throwing for the error handler. The
   * status and the headers that matter are set.
   */
  readonly handler?: (request: FastifyRequest, reply: FastifyReply, refusal: Problem) => unknown
}

export interface FastifyRateLimitPluginOptions extends FastifyRateLimitOptions {
  /** When requests are decided: in `preHandler` their body has been read. Default `'onRequest'`. */
  readonly hook?: 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler'
}

const reader: RequestReader<FastifyRequest> = {
  identity: ({ raw }) => raw,
  method: ({ method }) => method,
  headers: ({ raw }) => wholeHeaders(raw),
  remoteAddress: ({ socket }) => socket.remoteAddress,
}

/**
 * A hook for single routes, at `onRequest` or `preHandler`.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * app.post('/login', { onRequest: rateLimitHook({ limiter, count: 'failures' }) }, login)
 */
export function rateLimitHook(options: FastifyRateLimitOptions): onRequestHookHandler {
  const { handler, ...engineOptions } = options
  const engine = rateLimitEngine(reader, engineOptions)
  return (request, reply, done) => {
    const fail = (error: unknown): void => done(error as Error)
    limitExchange(engine, request, {
      response: reply.raw,
      setHeader: (name, value) => void reply.header(name, value),
      refuse(refusal) {
        reply.code(refusal.status)
        if (handler === undefined) {
          setHeaders(reply, refusal.headers)
          // Bytes, because Fastify adds a charset to the media type of text, which JSON has none of.
          reply.send(Buffer.from(refusal.body))
        } else {
          setHeaders(reply, ownRefusalHeaders(refusal.headers))
          void answered(() => handler(request, reply, refusal), fail)
        }
      },
      goOn: done,
      fail,
    })
  }
}

/**
 * A plugin that decides all requests of the instance that it is registered with.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`, to whoever waits for the instance to be ready
 * @example
 * await app.register(rateLimit, { limit: tokenBucket({ capacity: 20, rate: '5/s' }) })
 */
export const rateLimit: FastifyPluginCallback<FastifyRateLimitPluginOptions> = Object.assign(
  plugin,
  // As fastify-plugin does: the hook is for the instance itself, not for a scope of the plugin's own.
  { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: 'sluice' },
)

function plugin(
  instance: Parameters<FastifyPluginCallback>[0],
  options: FastifyRateLimitPluginOptions,
  done: (error?: Error) => void,
): void {
  const { hook = 'onRequest', ...hookOptions } = options
  try {
    instance.addHook(hook as 'onRequest', rateLimitHook(hookOptions))
  } catch (error) {
    // Fastify waits for plugins that throw until it is out of patience, and the error ends the process.
    return done(error as Error)
  }
  done()
}

function setHeaders(reply: FastifyReply, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) reply.header(name, value)
}
