/** Rate limits for Socket.IO: before a connection, and for each event. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'socket.io'
import { rateLimitEngine } from '../engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../engine/rate-limit-options.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import { tell } from '../engine/tell.ts'
import { MessageLine } from './message-line.ts'
import { limitExchange, nodeReader, sendRefusal } from './node-exchange.ts'
import type { RefusalNotice } from './refusal-notice.ts'
import { answerUpgrade, limitUpgrade } from './upgrade-exchange.ts'
import { wholeHeaders } from './whole-headers.ts'

export type { RefusalNotice } from './refusal-notice.ts'

export type ConnectionRateLimitOptions = RateLimitOptions<IncomingMessage>

type EngineMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Middleware for the engine below Socket.IO. It decides the request that opens a connection, by polling or by WebSocket,
 * and answers 429 over the limit; the requests of a connection that is open are let through.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * io.engine.use(limitConnections({ limit: tokenBucket({ capacity: 5, rate: '1/s' }) }))
 */
export function limitConnections(options: ConnectionRateLimitOptions): EngineMiddleware {
  const engine = rateLimitEngine(nodeReader, options)
  return (request, response, next) => {
    if (/[?&]sid=/.test(request.url ?? '')) return next()
    const setHeader = (name: string, value: string): void => void response.setHeader(name, value)
    if (request.headers.upgrade === undefined) {
      limitExchange(engine, request, {
        response,
        setHeader,
        refuse: (refusal) => sendRefusal(response, refusal),
        goOn: next,
        fail: next,
      })
      return
    }
    limitUpgrade(engine, request, {
      answer: (answer) => answerUpgrade(request.socket, answer),
      goOn(headers) {
        for (const [name, value] of headers) setHeader(name, value)
        next()
      },
      fail: (error) => tell(options.onError, error, request),
    })
  }
}

/** An event from a client as the functions among the options see it. */
export interface SocketIoEvent {
  readonly name: string
  /** What was sent with it; the last is a function if the client waits for an acknowledgement. */
  readonly args: readonly unknown[]
  readonly socket: Socket
}

export interface EventRateLimitOptions extends Omit<
  RateLimitOptions<SocketIoEvent>,
  'format' | 'preflights' | 'dialect' | 'partitionKey'
> {
  /** Answers events that are refused, instead of disconnecting the client. */
  readonly handler?: (event: SocketIoEvent, refusal: RefusalNotice) => unknown
}

/**
 * A listener to `'connection'` that limits the events of each socket. They reach their listeners in their order, held
 * back or not. `count` and `settle` take every event for a success, as Socket.IO does not tell how listeners end. A
 * client whose event cannot be decided is disconnected.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * io.on('connection', limitEvents({ limit: tokenBucket({ capacity: 100, rate: '20/s' }) }))
 */
export function limitEvents(options: EventRateLimitOptions): (socket: Socket) => void {
  const { handler, ...engineOptions } = options
  const engine = rateLimitEngine(eventReader, { ...engineOptions, dialect: false })
  return (socket) => {
    let isEnding = false
    const end = (): void => {
      isEnding = true
      // Events that passed just now are with their listeners only a tick later.
      setImmediate(() => socket.disconnect(true))
    }
    const line = new MessageLine(engine, {
      isOpen: () => socket.connected && !isEnding,
      refuse: (event, refusal) => (handler === undefined ? end() : void handler(event, refusal)),
      fail(event, error) {
        tell(options.onError, error, event)
        end()
      },
    })
    socket.once('disconnect', () => line.closed())
    socket.use(([name, ...args], next) => line.take({ name, args, socket }, () => next()))
  }
}

const eventReader: RequestReader<SocketIoEvent> = {
  identity: (event) => event,
  method: () => '',
  headers: ({ socket }) => wholeHeaders(socket.request),
  remoteAddress: ({ socket }) => socket.handshake.address,
}
