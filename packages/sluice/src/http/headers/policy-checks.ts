/** What a policy may consist of, so that every header that tells of it can be written. */
import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { isStringText, MAX_INTEGER } from '../structured-fields/write.ts'

/** The longest String that every reader of structured fields must take (RFC 9651, section 3.3.3). */
const LONGEST_STRING = 1024

/** The longest Byte Sequence that every reader must take (RFC 9651, section 3.3.5). */
const LONGEST_BYTES = 16_384

export function checkText(field: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= LONGEST_STRING && isStringText(value)) return value
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be text of at most ${LONGEST_STRING} printable ASCII characters and spaces; found ${shown(value)}.`,
    { field, value },
  )
}

export function checkInteger(field: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= MAX_INTEGER) {
    return value
  }
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `${field} must be a whole number from ${least} to ${MAX_INTEGER}, the largest that headers carry; found ${shown(value)}.`,
    { field, value },
  )
}

export function checkPartitionKey(value: unknown): Uint8Array | undefined {
  if (value === undefined) return undefined
  if (value instanceof Uint8Array && value.length <= LONGEST_BYTES) return value
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `partitionKey must be a Uint8Array of at most ${LONGEST_BYTES} bytes; found ${shown(value)}.`,
    { field: 'partitionKey', value },
  )
}
