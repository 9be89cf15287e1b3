/** How passages are carried out on the responses of `node:http`, on which several frameworks build. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderPair } from '../header-input.ts'
import type { Problem } from '../problem/problem.ts'
import { ownRefusalHeaders } from './own-refusal.ts'

/** Reads requests of `node:http`, and those of frameworks that are such requests with more to them. */
export const nodeReader: RequestReader<IncomingMessage> = {
  identity: (request) => request,
  method: ({ method = '' }) => method,
  headers: ({ headers }) => headers,
  remoteAddress: ({ socket }) => socket.remoteAddress,
}

/** Hands the passage of a request on, at once if it is there at once. */
export function whenBegun<R>(
  engine: RateLimitEngine<R>,
  request: R,
  use: (passage: Passage) => void,
  fail: (error: unknown) => void,
): void {
  let passage: ReturnType<RateLimitEngine<R>['begin']>
  try {
    passage = engine.begin(request)
  } catch (error) {
    fail(error)
    return
  }
  if (isPending(passage)) passage.then(use).then(undefined, fail)
  else use(passage)
}

/** What to do with a response. `refuse` is called only if the response is still to be sent. */
export interface Ways {
  setHeaders(headers: readonly HeaderPair[]): void
  refuse(refusal: Problem): void
  go(): void
}

/** Somebody else may have answered by now, or the client may be gone: then nothing is written and nothing goes on. */
export function carryOut(passage: Passage, response: ServerResponse, ways: Ways): void {
  if (isOver(response)) {
    void passage.cancel()
    return
  }
  const { refusal } = passage
  if (!response.headersSent) {
    ways.setHeaders(passage.headers())
    if (refusal !== undefined) ways.refuse(refusal)
  }
  if (refusal === undefined) goOn(passage, response, ways)
}

/** Whether somebody has answered, or the client has gone. */
export function isOver(response: ServerResponse): boolean {
  return response.writableEnded || response.destroyed
}

function goOn(passage: Passage, response: ServerResponse, ways: Ways): void {
  const isDelayed = passage.action === 'delay'
  if (isDelayed || passage.follows !== 'nothing') follow(passage, response)
  if (isDelayed) void passage.wait().then((isDue) => (isDue ? ways.go() : undefined))
  else ways.go()
}

/** Tells the engine how the response ended. `close` comes after every response, and alone if the client went away. */
export function follow(passage: Passage, response: ServerResponse): void {
  response.once('close', () => {
    void (response.writableFinished ? passage.finished(response.statusCode) : passage.aborted())
  })
}

export function setNodeHeaders(response: ServerResponse, headers: readonly HeaderPair[]): void {
  for (const [name, value] of headers) response.setHeader(name, value)
}

export function sendRefusal(response: ServerResponse, { status, headers, body }: Problem): void {
  response.statusCode = status
  setNodeHeaders(response, headers)
  response.end(body)
}

/** For a handler of the user's own: the status and all but the form of the body, which is the handler's. */
export function prepareRefusal(response: ServerResponse, { status, headers }: Problem): void {
  response.statusCode = status
  setNodeHeaders(response, ownRefusalHeaders(headers))
}
