/** What Nest is told of a request that is refused, and how it is answered. */
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { responseOf } from './nest-context.ts'
import { ownRefusalHeaders } from './own-refusal.ts'

/**
 * Thrown for a request that is refused. The headers that matter are set by then, so that an exception filter of your own
 * may answer as it likes.
 */
export class RateLimitException extends HttpException {
  readonly refusal: Problem

  constructor(refusal: Problem) {
    super(isJson(refusal) ? (JSON.parse(refusal.body) as object) : refusal.body.trim(), refusal.status)
    this.refusal = refusal
  }
}

/** Answers refusals in the form that `format` gives them. `RateLimitModule` sets it; with a guard alone, set it yourself if need be. */
export class RateLimitFilter implements ExceptionFilter<RateLimitException> {
  catch({ refusal }: RateLimitException, host: ArgumentsHost): void {
    const known = responseOf(host)
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
