/** Rate limits for WebSockets of `ws`: before the upgrade, where a client can still be answered, and for each message. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawData, VerifyClientCallbackAsync, WebSocket } from 'ws'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import { tell } from '../engine/tell.ts'
import type { HeaderInput } from '../header-input.ts'
import { wholeSeconds } from '../headers/effective-window.ts'
import { MessageLine } from './message-line.ts'
import { nodeReader } from './node-exchange.ts'
import type { RefusalNotice } from './refusal-notice.ts'
import { answerUpgrade, limitUpgrade } from './upgrade-exchange.ts'
import { wholeHeaders } from './whole-headers.ts'

export type { RefusalNotice } from './refusal-notice.ts'

/** Upgrades that pass count as status 101, and are settled when their connection closes. */
export type UpgradeRateLimitOptions = RateLimitOptions<IncomingMessage>

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Puts a limit before a listener to `'upgrade'` of `node:http`, whatever library makes the WebSocket there. Over the
 * limit the connection is answered with 429 and closed. Errors that `onFailure` is to throw are told to `onError` and
 * answered with 500.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limit = limitUpgrades({ limit: tokenBucket({ capacity: 5, rate: '1/s' }) })
 * server.on('upgrade', limit((request, socket, head) => sockets.handleUpgrade(request, socket, head, connected)))
 */
export function limitUpgrades(
  options: UpgradeRateLimitOptions,
): (listener: UpgradeListener) => UpgradeListener {
  const engine = rateLimitEngine(nodeReader, options)
  return (listener) => (request, socket, head) => {
    limitUpgrade(engine, request, {
      answer: (answer) => answerUpgrade(socket, answer),
      goOn: () => listener(request, socket, head),
      fail: (error) => tell(options.onError, error, request),
    })
  }
}

/**
 * The same for a server that `ws` makes by itself.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * new WebSocketServer({ port: 8080, verifyClient: verifyClient({ limit: tokenBucket({ capacity: 5, rate: '1/s' }) }) })
 */
export function verifyClient(options: UpgradeRateLimitOptions): VerifyClientCallbackAsync {
  const engine = rateLimitEngine(nodeReader, options)
  return ({ req: request }, verified) => {
    limitUpgrade(engine, request, {
      answer: ({ status, headers, body }) => verified(false, status, body, Object.fromEntries(headers)),
      goOn: () => verified(true),
      fail: (error) => tell(options.onError, error, request),
    })
  }
}

/** A message as the functions among the options see it. */
export interface WebSocketMessage {
  readonly data: RawData
  readonly isBinary: boolean
  readonly socket: WebSocket
  /** The request that the connection began with. */
  readonly request: IncomingMessage
}

export interface MessageRateLimitOptions extends Omit<
  RateLimitOptions<WebSocketMessage>,
  'format' | 'preflights' | 'dialect' | 'partitionKey'
> {
  /**
   * Answers messages that are refused, instead of closing the connection with 1008 (policy violation, RFC 6455) and
   * `retry_after=SECONDS`, or with 1013 (try again later) where the server is at its end.
   */
  readonly handler?: (message: WebSocketMessage, refusal: RefusalNotice) => unknown
}

/**
 * Puts a limit before a listener to `'message'`. Messages reach it in their order, held back or not. For `count` and
 * `settle` a listener that throws, or returns a promise that rejects, has the status 500, any other 200. A message that
 * cannot be decided closes the connection with 1011.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limit = limitMessages({ limit: tokenBucket({ capacity: 100, rate: '20/s' }) })
 * sockets.on('connection', (socket, request) => {
 *   socket.on('message', limit(socket, request, (data) => socket.send(data)))
 * })
 */
export function limitMessages(
  options: MessageRateLimitOptions,
): (
  socket: WebSocket,
  request: IncomingMessage,
  listener: (data: RawData, isBinary: boolean) => unknown,
) => (data: RawData, isBinary: boolean) => void {
  const { handler = closeFor, ...engineOptions } = options
  const engine = rateLimitEngine(messageReader, { ...engineOptions, dialect: false })
  return (socket, request, listener) => {
    const line = new MessageLine(engine, {
      isOpen: () => socket.readyState === socket.OPEN,
      refuse: (message, refusal) => void handler(message, refusal),
      fail(message, error) {
        tell(options.onError, error, message)
        socket.close(1011)
      },
    })
    socket.once('close', () => line.closed())
    return (data, isBinary) => line.take({ data, isBinary, socket, request }, () => listener(data, isBinary))
  }
}

const messageReader = {
  identity: (message: WebSocketMessage): object => message,
  method: (): string => '',
  headers: ({ request }: WebSocketMessage): HeaderInput => wholeHeaders(request),
  remoteAddress: ({ request }: WebSocketMessage): string | undefined => request.socket.remoteAddress,
}

function closeFor({ socket }: WebSocketMessage, { kind, retryAfterMs }: RefusalNotice): void {
  const code = kind === 'quota-exceeded' ? 1008 : 1013
  socket.close(
    code,
    retryAfterMs === undefined ? 'over the limit' : `retry_after=${wholeSeconds(retryAfterMs)}`,
  )
}
