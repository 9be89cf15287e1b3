/** `RateLimit-Policy` in its two forms: items named by text (draft-08 and later) or by their quota (to draft-07). */
import { DEFAULT_UNIT, DEFAULT_UNIT_IN_REGISTRY, policyLetters } from '../headers/letters.ts'
import { bytesOf, integerOf, type Member } from '../structured-fields/member.ts'
import { readList } from '../structured-fields/read.ts'
import type { ReadPolicy } from './reading.ts'

/** Policies named by text; `undefined` if the field breaks a rule. Only the dialect `next` lets a name be a Token. */
export function readNamedPolicies(
  text: string,
  dialect: 'draft-11' | 'next',
): readonly ReadPolicy[] | undefined {
  const members = readList(text)
  const policies = members?.map((member) => namedPolicy(member, dialect))
  // The unpublished text drops an item that breaks a rule; draft-11 and RFC 9651 the whole field.
  if (dialect === 'next') return policies?.filter((policy) => policy !== undefined)
  return policies?.every((policy) => policy !== undefined) === true ? policies : undefined
}

function namedPolicy({ item, parameters }: Member, dialect: 'draft-11' | 'next'): ReadPolicy | undefined {
  const name =
    item?.type === 'string' || (item?.type === 'token' && dialect === 'next') ? item.value : undefined
  const quota = integerOf(parameters.get(policyLetters.quota), 0)
  const window = parameters.get(policyLetters.window)
  const unit = parameters.get(policyLetters.unit)
  const key = parameters.get(policyLetters.partitionKey)
  const windowSeconds = window === undefined ? null : integerOf(window, 1)
  const partitionKey = key === undefined ? null : bytesOf(key)
  const unitName = unit === undefined ? DEFAULT_UNIT : unit.type === 'string' ? unit.value : undefined
  if (name === undefined || quota === undefined || windowSeconds === undefined) return undefined
  if (partitionKey === undefined || unitName === undefined) return undefined
  return {
    name,
    quota,
    unit: unitName === DEFAULT_UNIT_IN_REGISTRY ? DEFAULT_UNIT : unitName,
    windowSeconds,
    partitionKey,
  }
}

/** Policies named by their quota, each with a window; `undefined` if the field breaks a rule. */
export function readNumberedPolicies(text: string): readonly ReadPolicy[] | undefined {
  const policies = readList(text)?.map(numberedPolicy)
  return policies?.every((policy) => policy !== undefined) === true ? policies : undefined
}

export function numberedPolicy({ item, parameters }: Member): ReadPolicy | undefined {
  const quota = integerOf(item, 0)
  const windowSeconds = integerOf(parameters.get(policyLetters.window), 1)
  if (quota === undefined || windowSeconds === undefined) return undefined
  return { name: `${quota}`, quota, unit: DEFAULT_UNIT, windowSeconds, partitionKey: null }
}
