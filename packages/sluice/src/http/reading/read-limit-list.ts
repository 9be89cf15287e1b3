/** A limit and the policies behind it in one field, `100, 100;w=60`: draft-03, and Envoy under its own names. */
import { integerOf } from '../structured-fields/member.ts'
import { readList } from '../structured-fields/read.ts'
import { numberedPolicy } from './read-policies.ts'
import type { ReadPolicy } from './reading.ts'

export interface LimitList {
  readonly limit: number
  readonly policies: readonly ReadPolicy[]
  /** Whether more followed the limit. */
  readonly isList: boolean
}

/** `undefined` if the field breaks a rule. */
export function readLimitList(text: string): LimitList | undefined {
  const [first, ...rest] = readList(text) ?? []
  const limit = integerOf(first?.item, 0)
  const policies = rest.map(numberedPolicy).filter((policy) => policy !== undefined)
  if (limit === undefined || policies.length < rest.length) return undefined
  return { limit, policies, isList: rest.length > 0 }
}

/** One number of a field that holds nothing else but parameters, which say nothing here. */
export function readInteger(text: string): number | undefined {
  const [first, ...rest] = readList(text) ?? []
  return rest.length === 0 ? integerOf(first?.item, 0) : undefined
}
