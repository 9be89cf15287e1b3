import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { LONGEST_BODY } from '../json-body.ts'
import { foundText } from './found-text.ts'
import { notFound } from './known-paths.ts'
import { RequestError } from './request-error.ts'
import { sendError } from './send-error.ts'

/** Answers what routes throw, and what Fastify itself finds wrong, in one form. */
export function answerErrors(app: FastifyInstance, complain: (text: string) => void): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const told = error instanceof RequestError ? error : requestErrorOf(error, request)
    if (told.code === 'ERR_INTERNAL') complain(`${request.method} ${request.url} failed: ${error.stack}`)
    return sendError(reply, told)
  })
}

function requestErrorOf(error: FastifyError, request: FastifyRequest): RequestError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new RequestError('ERR_BODY_TOO_LARGE', `The body is longer than ${LONGEST_BODY} bytes.`, {
        remedy: 'Send only the attributes that rules match or count by.',
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new RequestError('ERR_UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json.', {
        field: 'content-type',
        found: foundText(request.headers['content-type']),
        remedy: 'Send the header Content-Type: application/json.',
      })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new RequestError('ERR_BAD_REQUEST', 'The body is not as long as Content-Length says.', {
        field: 'content-length',
        found: foundText(request.headers['content-length']),
        remedy: 'Send the length of the body in bytes.',
      })
    case 'FST_STATIC_FORBIDDEN_PATH':
      return notFound(request.url)
    default:
      if (error.statusCode !== undefined && error.statusCode < 500) return unreadable(error.message)
      return new RequestError('ERR_INTERNAL', 'The service failed to answer.', {
        remedy: 'Look at the standard error of the service.',
      })
  }
}

function unreadable(message: string): RequestError {
  const remedy = 'Compare the request with the reference of the service.'
  return new RequestError('ERR_BAD_REQUEST', `The request cannot be answered: ${message}.`, { remedy })
}
