import type { SharedLimit } from './wire/shared-limit.ts'
import type { Placement } from './placement.ts'

/** What the script can be asked to do with the keys of one decision. */
export type Verb = 'check' | 'count' | 'peek' | 'charge' | 'refund' | 'block' | 'reset' | 'lease' | 'giveUp'

/** One request to the script: a verb for the keys of one or more limits, all in one shard. */
export interface Request {
  readonly verb: Verb
  readonly cost: number
  readonly limits: readonly SharedLimit[]
  /** The place of each limit's key; one, if all limits have the same key. */
  readonly places: readonly Placement[]
  /** Arguments of the verb. */
  readonly more: readonly string[]
}

/** Whether a batch of such requests can be decided the quick way. */
export function isPlainCheck({ verb, limits }: Request): boolean {
  return verb === 'check' && limits.every(({ isPlain }) => isPlain)
}
