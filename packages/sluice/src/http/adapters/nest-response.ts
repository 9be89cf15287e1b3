/** The responses of Express and of Fastify, as Nest hands them over. */
import type { ServerResponse } from 'node:http'
import type { ArgumentsHost } from '@nestjs/common'
import { graphqlContext, isHttp, requestOf } from './nest-context.ts'

interface FastifyResponse {
  readonly raw: ServerResponse
  header(name: string, value: string): unknown
  code(status: number): unknown
  send(body: Uint8Array): unknown
}

/** A response of either framework. */
export interface KnownResponse {
  readonly response: ServerResponse
  setHeader(name: string, value: string): void
  send(status: number, body: string): void
}

/** The response to a request of HTTP. */
export function httpResponse(context: ArgumentsHost): KnownResponse {
  return knownResponse(context.switchToHttp().getResponse<ServerResponse | FastifyResponse>())
}

/** The response that a context will have a part in, if it can be reached: that of GraphQL as its context has it. */
export function sharedResponse(context: ArgumentsHost): KnownResponse | undefined {
  if (isHttp(context)) return httpResponse(context)
  if (context.getType<string>() !== 'graphql') return undefined
  const { res, reply } = graphqlContext(context)
  const found = res ?? reply ?? (requestOf(context) as { readonly res?: unknown } | undefined)?.res
  return isResponse(found) ? knownResponse(found) : undefined
}

function isResponse(value: unknown): value is ServerResponse | FastifyResponse {
  if (typeof value !== 'object' || value === null) return false
  const { setHeader, header } = value as { readonly setHeader?: unknown; readonly header?: unknown }
  return typeof setHeader === 'function' || typeof header === 'function'
}

function knownResponse(response: ServerResponse | FastifyResponse): KnownResponse {
  return 'raw' in response ? ofFastify(response) : ofExpress(response)
}

function ofExpress(response: ServerResponse): KnownResponse {
  return {
    response,
    setHeader: (name, value) => void response.setHeader(name, value),
    send(status, body) {
      response.statusCode = status
      response.end(body)
    },
  }
}

function ofFastify(response: FastifyResponse): KnownResponse {
  return {
    response: response.raw,
    setHeader: (name, value) => void response.header(name, value),
    send(status, body) {
      response.code(status)
      // Bytes, because Fastify adds a charset to the media type of text, which JSON has none of.
      response.send(new TextEncoder().encode(body))
    },
  }
}
