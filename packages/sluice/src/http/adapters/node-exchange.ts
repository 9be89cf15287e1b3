/** How passages are carried out on the responses of `node:http`, on which several frameworks build. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { ownRefusalHeaders } from './own-refusal.ts'
import { wholeHeaders } from './whole-headers.ts'

/** Reads requests of `node:http`, and those of frameworks that are such requests with more to them. */
export const nodeReader: RequestReader<IncomingMessage> = {
  identity: (request) => request,
  method: ({ method = '' }) => method,
  headers: wholeHeaders,
  remoteAddress: ({ socket }) => socket.remoteAddress,
}

/** One request and its response, as a framework has them. */
export interface NodeExchange {
  readonly response: ServerResponse
  setHeader(name: string, value: string): void
  /** Answers; called only if nobody has begun to. */
  refuse(refusal: Problem): void
  /** Hands the request on. */
  goOn(): void
  /** Hands an error to the framework. */
  fail(error: unknown): void
}

/** Decides a request and carries out what was decided, at once if the decision is there at once. */
export function limitExchange<R>(engine: RateLimitEngine<R>, request: R, exchange: NodeExchange): void {
  let passage: ReturnType<RateLimitEngine<R>['begin']>
  try {
    passage = engine.begin(request)
  } catch (error) {
    exchange.fail(error)
    return
  }
  if (!isPending(passage)) return carryOut(passage, exchange)
  passage
    .then((decided) => carryOut(decided, exchange))
    .then(undefined, (error: unknown) => exchange.fail(error))
}

/** Somebody else may have answered by now, or the client may be gone: then nothing is written and nothing goes on. */
function carryOut(passage: Passage, exchange: NodeExchange): void {
  const { response } = exchange
  const { headersSent } = response
  if (isOver(response, headersSent)) {
    void passage.cancel()
    return
  }
  const { refusal } = passage
  if (!headersSent) {
    for (const [name, value] of passage.headers()) exchange.setHeader(name, value)
    if (refusal !== undefined) exchange.refuse(refusal)
  }
  if (refusal !== undefined) return
  if (passage.action === 'pass' && passage.follows === 'nothing') return exchange.goOn()
  follow(passage, response)
  if (passage.action === 'pass') return exchange.goOn()
  void passage.wait().then((isDue) => (isDue ? exchange.goOn() : undefined))
}

/** Whether somebody has answered, or the client has gone. A response without its headers has not ended. */
export function isOver(response: ServerResponse, headersSent: boolean = response.headersSent): boolean {
  return response.destroyed || (headersSent && response.writableEnded)
}

/** Tells the engine how the response ended. `close` comes after every response, and alone if the client went away. */
export function follow(passage: Passage, response: ServerResponse): void {
  response.once('close', () => {
    void (response.writableFinished ? passage.finished(response.statusCode) : passage.aborted())
  })
}

export function sendRefusal(response: ServerResponse, { status, headers, body }: Problem): void {
  response.statusCode = status
  setHeaders(response, headers)
  response.end(body)
}

/** For a handler of the user's own: the status and all but the form of the body, which is the handler's. */
export function prepareRefusal(response: ServerResponse, { status, headers }: Problem): void {
  response.statusCode = status
  setHeaders(response, ownRefusalHeaders(headers))
}

function setHeaders(response: ServerResponse, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}
