/** Rate limits for handlers of the Fetch standard: Next.js, Bun, Deno, Workers and others. */
import type { Awaitable } from '../engine/awaitable.ts'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { Problem } from '../problem/problem.ts'
import { limitFetch } from './fetch-exchange.ts'
import { peerAddress } from './peer-address.ts'
import { wholeFetchHeaders } from './whole-headers.ts'

type FetchHandler<Q extends Request, Rest extends readonly unknown[]> = (
  request: Q,
  ...rest: Rest
) => Response | PromiseLike<Response>

export interface FetchRateLimitOptions<Q extends Request = Request> extends RateLimitOptions<Q> {
  /** Makes the response to requests that are refused, instead of `format`; the headers that matter are added. */
  readonly handler?: (request: Q, refusal: Problem) => Awaitable<Response>
  /**
   * The address of the peer, where the runtime tells it. Default what Deno and Bun hand to handlers. Elsewhere say in
   * `address` which header holds it: without any address all clients share one allowance.
   */
  readonly remoteAddress?: (request: Q, ...rest: readonly unknown[]) => string | undefined
}

/**
 * Puts a limit before a handler of the Fetch standard. With a store that answers at once and a handler that does, the
 * response is there at once.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limit = rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })
 * export const GET = limit(() => Response.json({ hello: 'world' })) // Next.js
 * Deno.serve(limit(() => new Response('hello')))
 */
export function rateLimit<Q extends Request = Request>(
  options: FetchRateLimitOptions<Q>,
): <Rest extends readonly unknown[]>(
  handler: FetchHandler<Q, Rest>,
) => (request: Q, ...rest: Rest) => Response | Promise<Response> {
  const { handler: answer, remoteAddress = peerOf, ...engineOptions } = options
  /** What else handlers were called with, which may tell the peer. */
  const rests = new WeakMap<Request, readonly unknown[]>()
  const reader = {
    identity: (request: Q) => request,
    method: ({ method }: Q) => method,
    headers: (request: Q) => wholeFetchHeaders(request, rests.get(request)?.[0]),
    remoteAddress: (request: Q) => remoteAddress(request, ...(rests.get(request) ?? [])),
  }
  const engine = rateLimitEngine(reader, engineOptions)
  return (handler) =>
    (request, ...rest) => {
      if (rest.length > 0) rests.set(request, rest)
      return limitFetch(engine, { request, handle: () => handler(request, ...rest), answer, rest })
    }
}

function peerOf(request: Request, platform?: unknown): string | undefined {
  return peerAddress(request, platform)
}
