import { foundText } from './errors/found-text.ts'
import { RequestError, type RequestErrorCode } from './errors/request-error.ts'

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** What a body must be like. */
export interface BodyShape {
  /** The fields that it may have. */
  readonly fields: ReadonlySet<string>
  /** What it looks like, for those who sent another. */
  readonly example: string
  /** What to do about a field that is none of those. */
  readonly remedy: string
}

/**
 * A body as an object without unknown fields. What is not known is an error, so that a misspelt field never makes a
 * limit that does not hold.
 *
 * @throws RequestError
 */
export function bodyObject(body: unknown, { fields, example, remedy }: BodyShape): JsonObject {
  if (!isObject(body)) {
    throw new RequestError('ERR_INVALID_BODY', 'The body must be an object.', {
      found: foundText(body),
      remedy: `Send an object such as ${example}.`,
    })
  }
  const unknown = Object.keys(body).find((name) => !fields.has(name))
  if (unknown === undefined) return body
  throw new RequestError('ERR_UNKNOWN_FIELD', `There is no field ${foundText(unknown)}.`, {
    field: unknown,
    found: foundText(body[unknown]),
    remedy,
  })
}

/** A fault of one field; a field that is missing has the value `undefined`. */
export function fieldError(
  code: RequestErrorCode,
  field: string,
  rule: string,
  value: unknown,
  remedy: string,
): RequestError {
  if (value === undefined) {
    return new RequestError('ERR_MISSING_FIELD', `${field} is missing.`, { field, remedy })
  }
  const found = foundText(value)
  return new RequestError(code, `${field} must be ${rule}; found ${found}.`, { field, found, remedy })
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
