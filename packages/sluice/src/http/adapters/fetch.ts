/** Rate limits for handlers of the Fetch standard: Next.js, Bun, Deno, Workers and others. */
import { andThen, isPending, type Awaitable } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { Problem } from '../problem/problem.ts'
import {
  awaited,
  unread,
  followAbort,
  followResponse,
  refusalResponse,
  withHeaders,
  type WaitUntil,
} from './fetch-passage.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
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
  const reader: RequestReader<Q> = {
    identity: (request) => request,
    method: ({ method }) => method,
    headers: (request) => wholeFetchHeaders(request, rests.get(request)?.[0]),
    remoteAddress: (request) => remoteAddress(request, ...(rests.get(request) ?? [])),
  }
  const engine = rateLimitEngine(reader, engineOptions)
  return (handler) =>
    (request, ...rest) => {
      if (rest.length > 0) rests.set(request, rest)
      const carryOut = (passage: Passage | undefined): Awaitable<Response> => {
        if (passage === undefined) return unread()
        if (passage.refusal !== undefined) return refuse(passage, request, passage.refusal, answer)
        return goOn(passage, request, () => handler(request, ...rest), waitUntilOf(rest))
      }
      const begun = engine.begin(request)
      const response = andThen(isPending(begun) ? awaited(begun, request) : begun, carryOut)
      return isPending(response) ? Promise.resolve(response) : response
    }
}

function peerOf(request: Request, platform?: unknown): string | undefined {
  return peerAddress(request, platform)
}

function refuse<Q extends Request>(
  passage: Passage,
  request: Q,
  refusal: Problem,
  answer: FetchRateLimitOptions<Q>['handler'],
): Awaitable<Response> {
  const headers = passage.headers()
  if (answer === undefined) return refusalResponse(refusal, headers)
  return andThen(answer(request, refusal), (response) =>
    withHeaders(response, [...headers, ...ownRefusalHeaders(refusal.headers)]),
  )
}

function goOn(
  passage: Passage,
  request: Request,
  handle: () => Awaitable<Response>,
  waitUntil: WaitUntil | undefined,
): Awaitable<Response> {
  if (passage.action === 'pass') return handled(passage, handle, waitUntil, request)
  followAbort(passage, request)
  return passage.wait().then((isDue) => (isDue ? handled(passage, handle, waitUntil, request) : unread()))
}

/** A handler that fails leaves its error to the runtime, which answers 500. */
function handled(
  passage: Passage,
  handle: () => Awaitable<Response>,
  waitUntil: WaitUntil | undefined,
  request: Request,
): Awaitable<Response> {
  if (passage.follows !== 'nothing' && passage.action === 'pass') followAbort(passage, request)
  const fail = (error: unknown): never => {
    void passage.finished(500)
    throw error
  }
  const finish = (response: Response): Response =>
    followResponse(passage, withHeaders(response, passage.headers()), waitUntil)
  try {
    const response = handle()
    return isPending(response) ? response.then(finish, fail) : finish(response)
  } catch (error) {
    return fail(error)
  }
}

/** Workers hand it over as their third argument, Next.js as its second. */
function waitUntilOf(rest: readonly unknown[]): WaitUntil | undefined {
  for (const each of rest) {
    const { waitUntil } = (each ?? {}) as { readonly waitUntil?: WaitUntil }
    if (typeof waitUntil === 'function') return (work) => waitUntil.call(each, work)
  }
  return undefined
}
