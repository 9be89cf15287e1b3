/** `RateLimit` as a Dictionary: draft-07, `limit=100, remaining=50, reset=30`. */
import { integerOf } from '../structured-fields/member.ts'
import { readDictionary } from '../structured-fields/read.ts'
import type { ReadLimit } from './reading.ts'

/** The one limit, `undefined` if the field breaks a rule. Limit and reset must be there; what else is, is a comment. */
export function readDictionaryField(text: string): ReadLimit | undefined {
  const members = readDictionary(text)
  const limit = integerOf(members?.get('limit')?.item, 0)
  const reset = integerOf(members?.get('reset')?.item, 0)
  const left = members?.get('remaining')
  const remaining = left === undefined ? null : integerOf(left.item, 0)
  if (limit === undefined || reset === undefined || remaining === undefined) return undefined
  return { policy: `${limit}`, limit, remaining, resetAfterMs: reset * 1000, partitionKey: null }
}
