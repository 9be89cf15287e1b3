/** How passages are carried out on requests to upgrade a connection, before there is a WebSocket. */
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isPending } from '../engine/awaitable.ts'
import type { Passage } from '../engine/passage.ts'
import type { RateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { HeaderPair } from '../header-input.ts'

/** A response that ends the connection. */
export interface UpgradeAnswer {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  readonly body: string
}

/** What is done with a request to upgrade. */
export interface UpgradeExchange {
  answer(answer: UpgradeAnswer): void
  goOn(headers: readonly HeaderPair[]): void
  /** Told of an error, which the client is answered with 500 for. */
  fail(error: unknown): void
}

/** Decides a request to upgrade. A client that has gone away meanwhile is given back what it was charged. */
export function limitUpgrade(
  engine: RateLimitEngine<IncomingMessage>,
  request: IncomingMessage,
  exchange: UpgradeExchange,
): void {
  const fail = (error: unknown): void => {
    exchange.fail(error)
    exchange.answer({ status: 500, headers: [], body: '' })
  }
  let begun: ReturnType<typeof engine.begin>
  try {
    begun = engine.begin(request)
  } catch (error) {
    return fail(error)
  }
  if (!isPending(begun) && begun.action !== 'delay') return carryOut(begun, request.socket, exchange)
  const watch = watchOf(request.socket)
  void Promise.resolve(begun)
    .then((passage) => held(passage, watch))
    .finally(() => watch.end())
    .then((passage) => {
      if (passage !== undefined) setImmediate(carryOut, passage, request.socket, exchange)
    }, fail)
}

/** The passage when it is due; `undefined` if the client has gone away before. */
async function held(passage: Passage, watch: Watch): Promise<Passage | undefined> {
  watch.onGone(() => void passage.cancel())
  if (passage.action === 'delay' && !(await passage.wait())) return undefined
  return watch.isGone() ? undefined : passage
}

function carryOut(passage: Passage, socket: Duplex, exchange: UpgradeExchange): void {
  if (socket.destroyed) return void passage.cancel()
  const headers = passage.headers()
  if (passage.refusal !== undefined) {
    const { refusal } = passage
    return exchange.answer({ ...refusal, headers: [...headers, ...refusal.headers] })
  }
  if (passage.follows === 'end') socket.once('close', () => void passage.finished(101))
  exchange.goOn(headers)
  if (passage.follows === 'status') void passage.finished(101)
}

interface Watch {
  isGone(): boolean
  onGone(listener: () => void): void
  end(): void
}

/** Watches a socket that nobody reads, and takes nothing from it. */
function watchOf(socket: Duplex): Watch {
  let isGone = socket.destroyed
  let listener: (() => void) | undefined
  const gone = (): void => {
    isGone = true
    listener?.()
  }
  // With nothing to read, it tells that the other end was closed.
  const readable = (): void => (socket.readableLength === 0 ? gone() : undefined)
  socket.on('readable', readable).on('close', gone).on('error', gone)
  return {
    isGone: () => isGone,
    onGone(told) {
      listener = told
      if (isGone) told()
    },
    end() {
      socket.off('readable', readable).off('close', gone)
      // An error may still come after the other end has gone, and one without a listener would end the process.
      if (isGone) socket.destroy()
      else socket.off('error', gone)
    },
  }
}

/** Answers on the socket itself, as there is no response object for upgrades. */
export function answerUpgrade(socket: Duplex, { status, headers, body }: UpgradeAnswer): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
