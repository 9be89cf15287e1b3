import type { FieldReader } from './field-reader.ts'
import { readInteger, readLimitList, type LimitList } from './read-limit-list.ts'
import type { ReadLimit } from './reading.ts'
import { parseReset } from './reset-time.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** What the fields of draft-03 to -06 say. */
export interface ThreeFields {
  readonly list: LimitList | undefined
  readonly limits: readonly ReadLimit[]
}

/** The three fields of one number each. GitLab sends a time since 1970 under their names, and a date beside it. */
export function readThreeFields(fields: FieldReader, headers: ResponseHeaders): ThreeFields | undefined {
  const list = fields.read('RateLimit-Limit', readLimitList)
  const remaining = fields.read('RateLimit-Remaining', readInteger)
  const reset =
    fields.read('RateLimit-Reset', (text) => {
      const seconds = readInteger(text)
      return seconds === undefined ? undefined : parseReset(`${seconds}`, headers)
    }) ?? parseReset(headers.get('ratelimit-resettime') ?? '', headers)
  if (list === undefined && remaining === undefined) return undefined
  const limit = list?.limit ?? null
  const standing = { remaining: remaining ?? null, resetAfterMs: reset?.afterMs ?? null, partitionKey: null }
  return { list, limits: [{ policy: limit === null ? null : `${limit}`, limit, ...standing }] }
}
