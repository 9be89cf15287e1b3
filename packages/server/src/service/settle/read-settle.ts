import { bodyObject, fieldError, type BodyShape } from '../body-fields.ts'

/** What `POST /v1/settle` tells. */
export interface SettleRequest {
  /** `settleId` of the check. */
  readonly id: string
  readonly failed: boolean
}

const shape: BodyShape = {
  fields: new Set(['id', 'failed']),
  example: '{"id":"3f0c6d1e-0a3b-4b52-9d0f-5a3e8c1b7d42","failed":true}',
  remedy: 'Send the fields id and failed.',
}

/**
 * Reads the body of a settlement.
 *
 * @throws RequestError for the first fault
 */
export function readSettle(body: unknown): SettleRequest {
  const { id, failed } = bodyObject(body, shape)
  if (typeof id !== 'string') {
    throw fieldError('ERR_INVALID_FIELD', 'id', 'text', id, 'Send the settleId of the check.')
  }
  if (typeof failed !== 'boolean') {
    throw fieldError('ERR_INVALID_FIELD', 'failed', 'true or false', failed, 'Say how the request ended.')
  }
  return { id, failed }
}
