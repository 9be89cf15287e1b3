/** The fields of all drafts: `RateLimit`, `RateLimit-Policy`, and the three of draft-03 to -06. */
import { readList } from '../structured-fields/read.ts'
import { draftFieldNames, FieldReader } from './field-reader.ts'
import { readDictionaryField } from './read-dictionary-field.ts'
import { readThreeFields, type ThreeFields } from './read-three-fields.ts'
import { readListField } from './read-list-field.ts'
import { readNamedPolicies, readNumberedPolicies } from './read-policies.ts'
import type { Reading, ReadLimit, ReadPolicy } from './reading.ts'
import type { ResponseHeaders } from './response-headers.ts'

export interface DraftFields {
  readonly readings: readonly Reading[]
  /** The names of fields that were there but broke a rule, or came from a cache. */
  readonly ignored: readonly string[]
}

export function readDraftFields(headers: ResponseHeaders, isStale: boolean): DraftFields {
  const fields = new FieldReader(headers)
  if (isStale) {
    for (const name of draftFieldNames) fields.read(name, () => undefined)
    return { readings: [], ignored: fields.ignored }
  }
  const one = fields.read('RateLimit', readRateLimit)
  const dialect = one?.dialect === 'next' ? 'next' : 'draft-11'
  const policies = fields.read(
    'RateLimit-Policy',
    (text) => named(readNamedPolicies(text, dialect)) ?? numbered(readNumberedPolicies(text)),
  )
  const three = readThreeFields(fields, headers)
  return { readings: readingsOf(one, three, policies), ignored: fields.ignored }
}

interface OneField {
  readonly dialect: 'draft-11' | 'next' | 'draft-7'
  readonly limits: readonly ReadLimit[]
}

function readRateLimit(text: string): OneField | undefined {
  const members = readList(text)
  if (members !== undefined) return readListField(members)
  const limit = readDictionaryField(text)
  return limit === undefined ? undefined : { dialect: 'draft-7', limits: [limit] }
}

interface Policies {
  readonly isNumbered: boolean
  readonly list: readonly ReadPolicy[]
}

function named(list: readonly ReadPolicy[] | undefined): Policies | undefined {
  return list === undefined || list.length === 0 ? undefined : { isNumbered: false, list }
}

function numbered(list: readonly ReadPolicy[] | undefined): Policies | undefined {
  return list === undefined ? undefined : { isNumbered: true, list }
}

function readingsOf(
  one: OneField | undefined,
  three: ThreeFields | undefined,
  policies: Policies | undefined,
): readonly Reading[] {
  const readings: Reading[] = []
  const list = policies?.list ?? []
  if (one !== undefined) {
    readings.push({
      source: 'ratelimit',
      dialect: one.dialect,
      limits: withQuotas(one.limits, list),
      policies: list,
    })
  } else if (policies !== undefined && (three === undefined || !policies.isNumbered)) {
    const dialect = policies.isNumbered ? 'draft-6' : 'draft-11'
    readings.push({ source: 'ratelimit', dialect, limits: [], policies: list })
  }
  if (three !== undefined) {
    readings.push({
      source: 'ratelimit-triple',
      dialect: three.list?.isList === true ? 'draft-3' : 'draft-6',
      limits: three.limits,
      policies: three.list?.isList === true ? three.list.policies : policies?.isNumbered === true ? list : [],
    })
  }
  return readings
}

/** A limit that does not say its quota has that of the policy it names. */
function withQuotas(limits: readonly ReadLimit[], policies: readonly ReadPolicy[]): readonly ReadLimit[] {
  const quotas = new Map(policies.map(({ name, quota }) => [name.toLowerCase(), quota]))
  return limits.map((limit) => ({
    ...limit,
    limit: limit.limit ?? quotas.get(limit.policy?.toLowerCase() ?? '') ?? null,
  }))
}
