import type { FastifyReply } from 'fastify'
import type { RequestError } from './request-error.ts'

/** Sends an error in the one form that all have. */
export function sendError(reply: FastifyReply, error: RequestError): FastifyReply {
  return reply
    .code(error.status)
    .headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/json', ...error.details.headers })
    .send(Buffer.from(error.body))
}
