/** Rate limits as middleware for Hono, on Node, Bun, Deno, Workers and wherever else it runs. */
import type { Context, MiddlewareHandler, Next } from 'hono'
import { isPending, type Awaitable } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderPair } from '../header-input.ts'
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

export interface HonoRateLimitOptions extends RateLimitOptions<Context> {
  /**
   * Answers requests that are refused, instead of `format`: by a response, or by throwing for the error handler of the
   * application. The status and the headers that matter are set.
   */
  readonly handler?: (context: Context, refusal: Problem) => Awaitable<Response>
}

const reader: RequestReader<Context> = {
  identity: ({ req }) => req.raw,
  method: ({ req }) => req.method,
  headers: ({ req, env }) => wholeFetchHeaders(req.raw, env),
  remoteAddress: ({ req, env }) => peerAddress(req.raw, env as unknown),
}

/**
 * Middleware for an application or a route. Several on one request tell the client of all their limits. On Workers, and
 * wherever the runtime does not tell the address of the peer, say in `address` which header holds it.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * app.use(rateLimit({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) }))
 */
export function rateLimit(options: HonoRateLimitOptions): MiddlewareHandler {
  const { handler, ...engineOptions } = options
  const engine = rateLimitEngine(reader, engineOptions)
  return (context, next) => {
    const begun = engine.begin(context)
    return isPending(begun)
      ? carryOutLater(begun, context, next, handler)
      : carryOut(begun, context, next, handler)
  }
}

async function carryOutLater(
  begun: PromiseLike<Passage>,
  context: Context,
  next: Next,
  handler: HonoRateLimitOptions['handler'],
): Promise<Response | void> {
  const passage = await awaited(begun, context.req.raw)
  return passage === undefined ? unread() : carryOut(passage, context, next, handler)
}

function carryOut(
  passage: Passage,
  context: Context,
  next: Next,
  handler: HonoRateLimitOptions['handler'],
): Promise<Response | void> {
  const headers = passage.headers()
  if (passage.refusal !== undefined) return refuse(context, headers, passage.refusal, handler)
  const outgoing = outgoingOf(context)
  if (outgoing === undefined) setHeaders(context, headers)
  else for (const [name, value] of headers) outgoing.setHeader(name, value)
  const isDone = outgoing !== undefined && passage.action === 'pass' && passage.follows === 'nothing'
  return isDone ? next() : goOn(passage, outgoing === undefined ? headers : [], context, next)
}

/** Goes on where something is left to do: a delay before, or after the response its headers and what follows it. */
async function goOn(
  passage: Passage,
  headersToKeep: readonly HeaderPair[],
  context: Context,
  next: Next,
): Promise<Response | void> {
  if (passage.action === 'delay' || passage.follows !== 'nothing') followAbort(passage, context.req.raw)
  if (passage.action === 'delay' && !(await passage.wait())) return unread()
  await next()
  keepHeaders(context, headersToKeep)
  if (passage.follows === 'nothing') return
  const response = followResponse(passage, context.res, waitUntilOf(context))
  if (response !== context.res) context.res = response
}

/** What has been set before is lost where a handler made its response without the context. */
function keepHeaders(context: Context, headers: readonly HeaderPair[]): void {
  const [first] = headers
  if (first !== undefined && !context.res.headers.has(first[0])) setHeaders(context, headers)
}

/**
 * The response of `node:http` under `@hono/node-server`, which sends what is set there with every response. Headers of
 * the context would take its quick way from it.
 */
function outgoingOf(context: Context): Outgoing | undefined {
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: Outgoing }
  return typeof outgoing?.setHeader === 'function' && !outgoing.headersSent ? outgoing : undefined
}

interface Outgoing {
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
}

async function refuse(
  context: Context,
  headers: readonly HeaderPair[],
  refusal: Problem,
  handler: HonoRateLimitOptions['handler'],
): Promise<Response> {
  if (handler === undefined) return refusalResponse(refusal, headers)
  const told = [...headers, ...ownRefusalHeaders(refusal.headers)]
  setHeaders(context, told)
  context.status(refusal.status)
  try {
    context.res = await handler(context, refusal)
  } catch (error) {
    throw errorWith(told, error)
  }
  setHeaders(context, told)
  return context.res
}

/** An error that makes its response by itself, as an `HTTPException` does, would make it without the headers. */
function errorWith(headers: readonly HeaderPair[], error: unknown): unknown {
  const { getResponse } = (error ?? {}) as { readonly getResponse?: () => Response }
  if (error instanceof Error && typeof getResponse === 'function' && Object.isExtensible(error)) {
    Object.assign(error, { getResponse: () => withHeaders(getResponse.call(error), headers) })
  }
  return error
}

function setHeaders(context: Context, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) context.header(name, value)
}

/** `executionCtx` throws where the runtime has none. */
function waitUntilOf(context: Context): WaitUntil | undefined {
  try {
    const { executionCtx } = context
    return (work) => executionCtx.waitUntil(work)
  } catch {
    return undefined
  }
}
