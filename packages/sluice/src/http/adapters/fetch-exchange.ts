/** How a request of the Fetch standard is decided and answered, at once if the store and the handler answer at once. */
import { andThen, isPending, type Awaitable } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { Problem } from '../problem/problem.ts'
import {
  awaited,
  followAbort,
  followResponse,
  refusalResponse,
  unread,
  withHeaders,
  type WaitUntil,
} from './fetch-passage.ts'
import { ownRefusalHeaders } from './own-refusal.ts'

/** One request, and what may become of it. */
export interface FetchExchange<Q extends Request> {
  readonly request: Q
  readonly handle: () => Awaitable<Response>
  /** Makes the response to a refusal; without it Sluice does. */
  readonly answer: ((request: Q, refusal: Problem) => Awaitable<Response>) | undefined
  /** What else the handler is called with, which may keep a worker alive. */
  readonly rest: readonly unknown[]
}

export function limitFetch<Q extends Request>(
  engine: RateLimitEngine<Q>,
  exchange: FetchExchange<Q>,
): Response | Promise<Response> {
  const begun = engine.begin(exchange.request)
  const decided = isPending(begun) ? awaited(begun, exchange.request) : begun
  const response = andThen(decided, (passage) => carryOut(passage, exchange))
  return isPending(response) ? Promise.resolve(response) : response
}

function carryOut<Q extends Request>(
  passage: Passage | undefined,
  exchange: FetchExchange<Q>,
): Awaitable<Response> {
  if (passage === undefined) return unread()
  if (passage.refusal !== undefined) return refused(passage, passage.refusal, exchange)
  if (passage.action === 'pass') return handled(passage, exchange)
  followAbort(passage, exchange.request)
  return passage.wait().then((isDue) => (isDue ? handled(passage, exchange) : unread()))
}

function refused<Q extends Request>(
  passage: Passage,
  refusal: Problem,
  { request, answer }: FetchExchange<Q>,
): Awaitable<Response> {
  const headers = passage.headers()
  if (answer === undefined) return refusalResponse(refusal, headers)
  return andThen(answer(request, refusal), (response) =>
    withHeaders(response, [...headers, ...ownRefusalHeaders(refusal.headers)]),
  )
}

/** A handler that fails leaves its error to the runtime, which answers 500. */
function handled<Q extends Request>(
  passage: Passage,
  { request, handle, rest }: FetchExchange<Q>,
): Awaitable<Response> {
  if (passage.follows !== 'nothing' && passage.action === 'pass') followAbort(passage, request)
  const fail = (error: unknown): never => {
    void passage.finished(500)
    throw error
  }
  const finish = (response: Response): Response =>
    followResponse(passage, withHeaders(response, passage.headers()), waitUntilOf(rest))
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
