import type { FastifyInstance } from 'fastify'
import { foundText } from './errors/found-text.ts'
import { RequestError } from './errors/request-error.ts'

/** The longest body, in bytes. */
export const LONGEST_BODY = 65_536

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Bodies are `application/json` and nothing else. Forms and plain text, which a page of any other site may send without
 * being asked, are thereby turned away: no site spends the allowances of a service on its visitor's machine.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const coding = request.headers['content-encoding']
      if (coding !== undefined && coding !== 'identity') throw wrongCoding(coding)
      done(null, parsed(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) throw notJson('The body is empty.')
  const text = decoded(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notJson(`The body is not JSON: ${(error as SyntaxError).message}.`, foundText(text))
  }
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw notJson('The body is not UTF-8.')
  }
}

function notJson(message: string, found?: string): RequestError {
  return new RequestError('ERR_INVALID_JSON', message, {
    ...(found !== undefined && { found }),
    remedy: 'Send JSON in UTF-8, such as {"attributes":{"client":"192.0.2.1"}}.',
  })
}

function wrongCoding(coding: string): RequestError {
  return new RequestError('ERR_UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.', {
    field: 'content-encoding',
    found: foundText(coding),
    remedy: 'Send the JSON as it is.',
  })
}
