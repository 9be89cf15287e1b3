/** Rate limits as middleware for Express 4 and 5. */
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { Problem } from '../problem/problem.ts'
import { answered } from './answered.ts'
import { limitExchange, nodeReader, prepareRefusal, sendRefusal } from './node-exchange.ts'

export interface ExpressRateLimitOptions extends RateLimitOptions<Request> {
  /**
   * Answers requests that are refused, instead of `format`. The status and the headers that matter are set; an error that
   * it throws, or hands to `next`, goes to the error handlers of the application.
   */
  readonly handler?: (request: Request, response: Response, next: NextFunction, refusal: Problem) => unknown
}

/**
 * Middleware for an application, a router or a route. Several on one request tell the client of all their limits.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * app.use(rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))
 */
export function rateLimit(options: ExpressRateLimitOptions): RequestHandler {
  const { handler, ...engineOptions } = options
  const engine = rateLimitEngine<Request>(nodeReader, engineOptions)
  return (request, response, next) => {
    limitExchange(engine, request, {
      response,
      setHeader: (name, value) => void response.setHeader(name, value),
      refuse(refusal) {
        if (handler === undefined) return sendRefusal(response, refusal)
        prepareRefusal(response, refusal)
        void answered(() => handler(request, response, next, refusal), next)
      },
      goOn: next,
      fail: next,
    })
  }
}
