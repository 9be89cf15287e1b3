/**
 * What is wrong with a request, as the service tells it. The codes come from this one table and never change their
 * meaning; `docs/reference/http-api.md` lists the same ones. A refusal is no error: its answer is a decision.
 */
export const requestErrors: Readonly<Record<RequestErrorCode, RequestErrorKind>> = {
  ERR_BAD_REQUEST: { status: 400, means: 'The request is not HTTP, or its path cannot be decoded.' },
  ERR_INVALID_JSON: { status: 400, means: 'The body is not JSON in UTF-8.' },
  ERR_INVALID_BODY: { status: 400, means: 'The body is JSON, but no object.' },
  ERR_UNKNOWN_FIELD: { status: 400, means: 'The body has a field that is not known.' },
  ERR_MISSING_FIELD: { status: 400, means: 'The body lacks a field that must be there.' },
  ERR_INVALID_FIELD: { status: 400, means: 'A field of the body is not of its kind.' },
  ERR_INVALID_COST: { status: 400, means: 'A cost is not a whole number from 0 to 2^53 - 1.' },
  ERR_NOT_FOUND: { status: 404, means: 'Nothing is at this path.' },
  ERR_NOT_OPEN: { status: 404, means: 'No check of this name can be settled, or not any more.' },
  ERR_METHOD_NOT_ALLOWED: { status: 405, means: 'The path is there, but not for this method.' },
  ERR_REQUEST_TIMEOUT: { status: 408, means: 'The request did not arrive whole in time.' },
  ERR_BODY_TOO_LARGE: { status: 413, means: 'The body is longer than 65,536 bytes.' },
  ERR_UNSUPPORTED_MEDIA_TYPE: { status: 415, means: 'The body is not sent as plain application/json.' },
  ERR_HEADERS_TOO_LARGE: { status: 431, means: 'The headers are longer than the server reads.' },
  ERR_INTERNAL: { status: 500, means: 'The service failed; its standard error says how.' },
  ERR_STOPPING: { status: 503, means: 'The service is being stopped.' },
}

interface RequestErrorKind {
  readonly status: number
  readonly means: string
}

/** The stable name of an error. */
export type RequestErrorCode =
  | 'ERR_BAD_REQUEST'
  | 'ERR_INVALID_JSON'
  | 'ERR_INVALID_BODY'
  | 'ERR_UNKNOWN_FIELD'
  | 'ERR_MISSING_FIELD'
  | 'ERR_INVALID_FIELD'
  | 'ERR_INVALID_COST'
  | 'ERR_NOT_FOUND'
  | 'ERR_NOT_OPEN'
  | 'ERR_METHOD_NOT_ALLOWED'
  | 'ERR_REQUEST_TIMEOUT'
  | 'ERR_BODY_TOO_LARGE'
  | 'ERR_UNSUPPORTED_MEDIA_TYPE'
  | 'ERR_HEADERS_TOO_LARGE'
  | 'ERR_INTERNAL'
  | 'ERR_STOPPING'

/** What is told of an error beside its code. */
export interface RequestErrorDetails {
  /** The field at fault, such as `attributes.client`, or the header. */
  readonly field?: string
  /** What was found there, in short. */
  readonly found?: string
  /** What to do instead. */
  readonly remedy: string
  /** Headers that go with the answer. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that cannot be answered as it is. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError'
  readonly code: RequestErrorCode
  readonly details: RequestErrorDetails

  constructor(code: RequestErrorCode, message: string, details: RequestErrorDetails) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return requestErrors[this.code].status
  }

  /** The body of the answer. */
  get body(): string {
    const { code, message, details } = this
    const { field = null, found = null, remedy } = details
    return `${JSON.stringify({ error: { code, message, field, found, remedy } })}\n`
  }
}
