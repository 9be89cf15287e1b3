import type { Attributes } from 'sluice/policy'
import { foundText } from '../errors/found-text.ts'
import { RequestError, type RequestErrorCode } from '../errors/request-error.ts'

/** What `POST /v1/check` asks. */
export interface CheckRequest {
  readonly attributes: Attributes
  /** Units that the request uses; 0 asks without charging. */
  readonly cost: number
}

const fields: ReadonlySet<string> = new Set(['attributes', 'cost'])

/**
 * Reads the body of a check, strictly: what is not known is an error, so that a misspelt field never makes a limit that
 * does not hold.
 *
 * @throws RequestError for the first fault
 */
export function readCheck(body: unknown): CheckRequest {
  if (!isObject(body)) {
    const remedy = 'Send an object such as {"attributes":{"client":"192.0.2.1"}}.'
    throw new RequestError('ERR_INVALID_BODY', 'The body must be an object.', {
      found: foundText(body),
      remedy,
    })
  }
  const unknown = Object.keys(body).find((name) => !fields.has(name))
  if (unknown !== undefined) {
    throw new RequestError('ERR_UNKNOWN_FIELD', `There is no field ${foundText(unknown)}.`, {
      field: unknown,
      found: foundText(body[unknown]),
      remedy: 'A check has the fields attributes and cost; what describes the request goes into attributes.',
    })
  }
  return { attributes: attributesOf(body['attributes']), cost: costOf(body) }
}

function attributesOf(value: unknown): Attributes {
  const remedy = 'Send an object of names and values, such as {"path":"/login","client":"192.0.2.1"}.'
  if (value === undefined)
    throw fieldError('ERR_MISSING_FIELD', 'attributes', 'is missing', undefined, remedy)
  if (!isObject(value))
    throw fieldError('ERR_INVALID_FIELD', 'attributes', 'must be an object', value, remedy)
  for (const [name, attribute] of Object.entries(value)) checkAttribute(name, attribute)
  return value as Attributes
}

function checkAttribute(name: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  throw fieldError(
    'ERR_INVALID_FIELD',
    `attributes.${name}`,
    'must be text, a number, true or false',
    value,
    remedyFor(name, value),
  )
}

function remedyFor(name: string, value: unknown): string {
  if (value === null) return 'Leave out what is not known.'
  if (isObject(value)) return `Send its members as attributes of their own, such as "${name}.x-api-key".`
  return 'Send one value for each name.'
}

function costOf(body: Readonly<Record<string, unknown>>): number {
  if (!Object.hasOwn(body, 'cost')) return 1
  const { cost } = body
  if (typeof cost === 'number' && Number.isSafeInteger(cost) && cost >= 0) return cost
  const remedy = 'Send a whole number, round up what is measured, or leave it out for 1.'
  throw fieldError('ERR_INVALID_COST', 'cost', 'must be a whole number from 0 to 2^53 - 1', cost, remedy)
}

function fieldError(
  code: RequestErrorCode,
  field: string,
  what: string,
  value: unknown,
  remedy: string,
): RequestError {
  const found = foundText(value)
  return new RequestError(code, `${field} ${what}${value === undefined ? '' : `; found ${found}`}.`, {
    field,
    ...(value !== undefined && { found }),
    remedy,
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
