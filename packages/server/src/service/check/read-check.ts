import type { Attributes } from 'sluice/policy'
import { bodyObject, fieldError, isObject, type BodyShape, type JsonObject } from '../body-fields.ts'

/** What `POST /v1/check` asks. */
export interface CheckRequest {
  readonly attributes: Attributes
  /** Units that the request uses; 0 asks without charging. */
  readonly cost: number
}

const shape: BodyShape = {
  fields: new Set(['attributes', 'cost']),
  example: '{"attributes":{"client":"192.0.2.1"}}',
  remedy: 'A check has the fields attributes and cost; what describes the request goes into attributes.',
}

/**
 * Reads the body of a check.
 *
 * @throws RequestError for the first fault
 */
export function readCheck(body: unknown): CheckRequest {
  const check = bodyObject(body, shape)
  return { attributes: attributesOf(check['attributes']), cost: costOf(check) }
}

function attributesOf(value: unknown): Attributes {
  if (!isObject(value)) {
    const remedy = 'Send an object of names and values, such as {"path":"/login","client":"192.0.2.1"}.'
    throw fieldError('ERR_INVALID_FIELD', 'attributes', 'an object', value, remedy)
  }
  for (const [name, attribute] of Object.entries(value)) checkAttribute(name, attribute)
  return value as Attributes
}

function checkAttribute(name: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  const rule = 'text, a number, true or false'
  throw fieldError('ERR_INVALID_FIELD', `attributes.${name}`, rule, value, remedyFor(name, value))
}

function remedyFor(name: string, value: unknown): string {
  if (value === null) return 'Leave out what is not known.'
  if (isObject(value)) return `Send its members as attributes of their own, such as "${name}.x-api-key".`
  return 'Send one value for each name.'
}

function costOf(check: JsonObject): number {
  if (!Object.hasOwn(check, 'cost')) return 1
  const { cost } = check
  if (typeof cost === 'number' && Number.isSafeInteger(cost) && cost >= 0) return cost
  const remedy = 'Send a whole number, round up what is measured, or leave it out for 1.'
  throw fieldError('ERR_INVALID_COST', 'cost', 'a whole number from 0 to 2^53 - 1', cost, remedy)
}
