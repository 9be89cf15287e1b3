/** What Nest is told of a request that is refused, and how it is answered. */
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { isHttp } from './nest-context.ts'
import type { GraphQLRefusal } from './nest-refusal.ts'
import { httpResponse } from './nest-response.ts'
import { ownRefusalHeaders } from './own-refusal.ts'

/**
 * Thrown for a request that is refused. The headers that matter are set by then, so that an exception filter of your own
 * may answer as it likes. Gateways throw a `WsException` instead, as Nest tells clients of no other.
 */
export class RateLimitException extends HttpException {
  readonly refusal: Problem
  /** What a GraphQL server puts into the error; `undefined` for requests that are not of GraphQL. */
  readonly extensions: GraphQLRefusal | undefined

  constructor(refusal: Problem, extensions?: GraphQLRefusal) {
    super(isJson(refusal) ? (JSON.parse(refusal.body) as object) : refusal.body.trim(), refusal.status)
    this.message = refusal.reason.detail ?? refusal.reason.title
    this.refusal = refusal
    this.extensions = extensions
  }
}

/**
 * Answers refusals in the form that `format` gives them. `RateLimitModule` sets it; with a guard alone, set it yourself if
 * need be. Those of GraphQL it leaves to the server, which makes errors of them.
 */
export class RateLimitFilter implements ExceptionFilter<RateLimitException> {
  catch({ refusal }: RateLimitException, host: ArgumentsHost): void {
    if (!isHttp(host)) return
    const known = httpResponse(host)
    if (known.response.headersSent) return
    for (const [name, value] of refusal.headers) known.setHeader(name, value)
    known.send(refusal.status, refusal.body)
  }
}

// What `@Catch(RateLimitException)` above the class does.
Catch(RateLimitException)(RateLimitFilter)

/** Those that go before an answer of Nest, which keeps the media type of JSON and gives other bodies one of its own. */
export function headersForNest(refusal: Problem): readonly HeaderPair[] {
  return isJson(refusal) ? refusal.headers : ownRefusalHeaders(refusal.headers)
}

function isJson({ headers }: Problem): boolean {
  return headers.some(([name, value]) => name === 'Content-Type' && /[/+]json\b/.test(value))
}
