/** How the engine sees what Nest calls an execution context, on Express and on Fastify. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ArgumentsHost, ExecutionContext } from '@nestjs/common'
import { SluiceError } from '../../errors.ts'
import type { RequestReader } from '../engine/request-reader.ts'

/** Express hands over the request of Node itself, Fastify one of its own. */
type NestRequest = IncomingMessage & { readonly raw?: IncomingMessage }

type NestResponse = ServerResponse | FastifyResponse

interface FastifyResponse {
  readonly raw: ServerResponse
  header(name: string, value: string): unknown
  code(status: number): unknown
  send(body: Uint8Array): unknown
}

export const nestReader: RequestReader<ExecutionContext> = {
  identity(context) {
    const request = requestOf(context)
    return request.raw ?? request
  },
  method: (context) => requestOf(context).method ?? '',
  headers: (context) => requestOf(context).headers,
  remoteAddress: (context) => requestOf(context).socket.remoteAddress,
}

function requestOf(context: ArgumentsHost): NestRequest {
  return context.switchToHttp().getRequest<NestRequest>()
}

/** A response of either framework. */
export interface KnownResponse {
  readonly response: ServerResponse
  setHeader(name: string, value: string): void
  send(status: number, body: string): void
}

/** @throws SluiceError `ERR_INVALID_OPTION` for contexts of other protocols, which would be without limits otherwise */
export function responseOf(context: ArgumentsHost): KnownResponse {
  const type = context.getType<string>()
  if (type !== 'http') {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `The guard limits requests of HTTP; found a context of type ${type}. Take it out with SkipRateLimit().`,
      { field: 'guard', value: type },
    )
  }
  const response = context.switchToHttp().getResponse<NestResponse>()
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
