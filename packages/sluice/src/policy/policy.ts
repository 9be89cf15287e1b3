import type { FailurePolicy } from '../stores/failure/failure-policy.ts'
import type { NamedLimit } from '../stores/store.ts'

/** What a policy file says, checked. Made by `readPolicy`. */
export interface Policy {
  readonly version: 1
  /** In the order of the file. Every rule that matches a request applies. */
  readonly rules: readonly Rule[]
}

/** Which requests have which limits, and whose allowance they use. */
export interface Rule {
  /** What headers, events and metrics call it: unique in its policy. */
  readonly name: string
  /**
   * Patterns by attribute: a request matches if each of these attributes matches one of its patterns. Empty for every
   * request.
   */
  readonly match: Readonly<Record<string, readonly string[]>>
  /** The attributes whose values make the key. None: one allowance for everybody. */
  readonly key: readonly string[]
  /** Which requests stay charged once it is known whether they failed. */
  readonly count: 'all' | 'failures' | 'successes'
  /** What is answered while a shared store cannot decide. */
  readonly onStoreFailure: FailurePolicy
  /** `'shadow'` decides and reports, and never refuses. */
  readonly mode: 'enforce' | 'shadow'
  /** At least one. All are charged, or none is. */
  readonly limits: readonly NamedLimit[]
}
