import type { HeaderPair } from '../header-input.ts'
import { isKey } from '../structured-fields/write.ts'
import { standingLetters } from './letters.ts'
import { policyList, standingList } from './list-fields.ts'
import type { PolicyDecision } from './policy-decision.ts'

declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Stands between the values that a partition key is made of. */
const UNIT_SEPARATOR = '\u001f'

/**
 * The editors' copy of August 2026, which is not published and may change: `"api";a=19;w=1`, the cost of the request as
 * `c`, and `RateLimit-Partition` with the names of what a quota is counted by.
 */
export function next(decisions: readonly PolicyDecision[]): readonly HeaderPair[] {
  return [
    ['RateLimit-Policy', policyList(decisions)],
    ['RateLimit', standingList(decisions.map(withPartitionKey), standingLetters.next)],
    ['RateLimit-Partition', decisions.map(partitionItem).filter(Boolean).join(', ')],
  ]
}

/** The values of the parts, in the order of their names. */
function withPartitionKey(told: PolicyDecision): PolicyDecision {
  if (told.partition === undefined || told.partitionKey !== undefined) return told
  const values = namesOf(told)
    .toSorted()
    .map((name) => told.partition?.[name] ?? '')
  return { ...told, partitionKey: new TextEncoder().encode(values.join(UNIT_SEPARATOR)) }
}

function partitionItem(told: PolicyDecision): string {
  return told.partition === undefined ? '' : [told.policy.writtenName, ...namesOf(told)].join(';')
}

/** A name that no parameter can have is left out, whoever chose it. */
function namesOf({ partition = {} }: PolicyDecision): string[] {
  return Object.keys(partition).filter(isKey)
}
