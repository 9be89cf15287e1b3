import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from './request-error.ts'

/** Answers on the socket what never became a request. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = brokenRequest(error.code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}

function brokenRequest(code: string | undefined): RequestError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RequestError('ERR_REQUEST_TIMEOUT', 'The request did not arrive whole in time.', {
      remedy: 'Send head and body without a pause.',
    })
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new RequestError('ERR_HEADERS_TOO_LARGE', 'The headers are too long.', {
      remedy: 'Send what rules need in the body, as attributes.',
    })
  }
  return new RequestError('ERR_BAD_REQUEST', 'The request is not HTTP/1.1.', {
    remedy: 'Send a request such as POST /v1/check HTTP/1.1.',
  })
}
