/** How the engine sees what Nest calls an execution context: a request of HTTP, a field of GraphQL, a message to a gateway. */
import type { IncomingMessage } from 'node:http'
import type { ArgumentsHost, ExecutionContext } from '@nestjs/common'
import { SluiceError } from '../../errors.ts'
import type { RequestReader } from '../engine/request-reader.ts'
import type { HeaderInput } from '../header-input.ts'
import { wholeHeaders } from './whole-headers.ts'

/** Express hands over the request of Node itself, Fastify one of its own. */
export type NestRequest = IncomingMessage & { readonly raw?: IncomingMessage }

/** A client of a gateway: a socket of Socket.IO or of `ws`. */
export interface NestClient {
  /** Socket.IO has it; with `ws` a gateway may put it there when the client connects. */
  readonly request?: Partial<NestRequest>
  readonly handshake?: { readonly headers: IncomingMessage['headers']; readonly address: string }
  /** Where `ws` keeps the connection. */
  readonly _socket?: { readonly remoteAddress?: string }
  readonly readyState?: number
  readonly connected?: boolean
  once?(event: string, listener: () => void): unknown
}

export const nestReader: RequestReader<ExecutionContext> = {
  identity: (context) => (isHttp(context) ? rawOf(httpRequest(context)) : partOf(context)),
  envelope(context) {
    const request = requestOf(context)
    return request === undefined ? partOf(context) : rawOf(request)
  },
  method: (context) => (isHttp(context) ? (httpRequest(context).method ?? '') : ''),
  headers(context) {
    const request = requestOf(context)
    return request === undefined ? clientHeaders(context) : wholeHeaders(rawOf(request))
  },
  remoteAddress: (context) => requestOf(context)?.socket?.remoteAddress ?? clientAddressOf(context),
}

/**
 * What is decided where several come in one request: the arguments of the handler, which guards and interceptors share.
 * A query may ask for one field a hundred times by other names, and each of them is a call.
 */
export function partOf(context: ArgumentsHost): object {
  return context.getArgs()
}

export function isHttp(context: ArgumentsHost): boolean {
  return context.getType<string>() === 'http'
}

/** @throws SluiceError `ERR_INVALID_OPTION` for contexts of other protocols, which would be without limits otherwise */
export function checkProtocol(context: ArgumentsHost): void {
  const type = context.getType<string>()
  if (['http', 'graphql', 'ws'].includes(type)) return
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `The guard limits HTTP, GraphQL and gateways; found a context of type ${type}. Take it out with SkipRateLimit().`,
    { field: 'guard', value: type },
  )
}

/** What a GraphQL server hands to all resolvers of a request, as far as it is known. */
export interface GraphQLContext {
  readonly req?: unknown
  readonly request?: unknown
  readonly res?: unknown
  readonly reply?: { readonly request?: unknown }
}

export function graphqlContext(context: ArgumentsHost): GraphQLContext {
  return context.getArgByIndex<GraphQLContext | undefined>(2) ?? {}
}

/** The request that the context came with; `undefined` for messages, and for operations that came by none. */
export function requestOf(context: ArgumentsHost): NestRequest | undefined {
  if (isHttp(context)) return httpRequest(context)
  if (context.getType<string>() !== 'graphql') return undefined
  const { req, request, reply } = graphqlContext(context)
  const found = (req ?? request ?? reply?.request) as MaybeRequest | undefined
  // Subscriptions of graphql-ws keep the request that they began with one floor below.
  const known = found?.extra?.request ?? found
  return typeof known?.headers === 'object' ? (known as NestRequest) : undefined
}

type MaybeRequest = Partial<NestRequest> & { readonly extra?: { readonly request?: Partial<NestRequest> } }

export function clientOf(context: ArgumentsHost): NestClient | undefined {
  return context.getType<string>() === 'ws' ? context.getArgByIndex<NestClient>(0) : undefined
}

function clientHeaders(context: ArgumentsHost): HeaderInput {
  const { request, handshake } = clientOf(context) ?? {}
  return request === undefined ? (handshake?.headers ?? {}) : wholeHeaders(request)
}

function clientAddressOf(context: ArgumentsHost): string | undefined {
  const { handshake, request, _socket } = clientOf(context) ?? {}
  return handshake?.address ?? request?.socket?.remoteAddress ?? _socket?.remoteAddress
}

function httpRequest(context: ArgumentsHost): NestRequest {
  return context.switchToHttp().getRequest<NestRequest>()
}

function rawOf(request: NestRequest): IncomingMessage {
  return request.raw ?? request
}
