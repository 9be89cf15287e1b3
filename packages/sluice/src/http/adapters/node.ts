/** Rate limits for servers of `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import { tell } from '../engine/tell.ts'
import type { Problem } from '../problem/problem.ts'
import { limitExchange, nodeReader, prepareRefusal, sendRefusal } from './node-exchange.ts'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

export interface NodeRateLimitOptions extends RateLimitOptions<IncomingMessage> {
  /** Answers requests that are refused, instead of `format`. The status and the headers that matter are set. */
  readonly handler?: (request: IncomingMessage, response: ServerResponse, refusal: Problem) => unknown
}

/**
 * Puts a limit before a handler of `node:http`. Errors that `onFailure` is to throw are told to `onError` and answered
 * with 500, as Node has nobody to hand them to.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limit = rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })
 * createServer(limit((request, response) => response.end('hello'))).listen(3000)
 */
export function rateLimit(options: NodeRateLimitOptions): (handler: NodeHandler) => NodeHandler {
  const { handler: answer, ...engineOptions } = options
  const engine = rateLimitEngine(nodeReader, engineOptions)
  return (handler) => (request, response) => {
    limitExchange(engine, request, {
      response,
      setHeader: (name, value) => void response.setHeader(name, value),
      refuse(refusal) {
        if (answer === undefined) return sendRefusal(response, refusal)
        prepareRefusal(response, refusal)
        answer(request, response, refusal)
      },
      goOn: () => void handler(request, response),
      fail(error) {
        tell(options.onError, error, request)
        if (response.headersSent) return
        response.statusCode = 500
        response.end()
      },
    })
  }
}
