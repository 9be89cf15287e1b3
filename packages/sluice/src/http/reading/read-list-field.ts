/** `RateLimit` as a List of Items: draft-08 to -11, and the unpublished spelling. */
import { standingLetters, type ListDialect, type StandingLetters } from '../headers/letters.ts'
import { bytesOf, integerOf, type Member } from '../structured-fields/member.ts'
import type { ReadLimit } from './reading.ts'

export interface ListField {
  readonly dialect: ListDialect
  readonly limits: readonly ReadLimit[]
}

/**
 * The limits of a List; `undefined` if it breaks a rule. One broken item drops the field (RFC 9651, section 2.2), but in
 * the dialect `next` only itself.
 */
export function readListField(members: readonly Member[]): ListField | undefined {
  const dialect = dialectOf(members)
  const limits = members.map((member) => limitOf(member, standingLetters[dialect]))
  const sound = limits.filter((limit) => limit !== undefined)
  const isReadable = dialect === 'next' ? sound.length > 0 : sound.length === limits.length
  return isReadable ? { dialect, limits: sound } : undefined
}

function dialectOf(members: readonly Member[]): ListDialect {
  const have = (letter: string): boolean => members.some(({ parameters }) => parameters.has(letter))
  const { 'draft-11': published, next } = standingLetters
  return have(next.available) && !have(published.available) ? 'next' : 'draft-11'
}

/** The draft names a policy by a String everywhere, without saying that it must; a Token is as plain a name. */
function limitOf({ item, parameters }: Member, letters: StandingLetters): ReadLimit | undefined {
  const policy = item?.type === 'string' || item?.type === 'token' ? item.value : undefined
  const remaining = integerOf(parameters.get(letters.available), 0)
  const window = parameters.get(letters.effectiveWindow)
  const key = parameters.get(letters.partitionKey)
  const seconds = window === undefined ? null : integerOf(window, 0)
  const partitionKey = key === undefined ? null : bytesOf(key)
  if (policy === undefined || remaining === undefined) return undefined
  if (seconds === undefined || partitionKey === undefined) return undefined
  return {
    policy,
    limit: null,
    remaining,
    resetAfterMs: seconds === null ? null : seconds * 1000,
    partitionKey,
  }
}
