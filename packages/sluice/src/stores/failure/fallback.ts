import type { Verdict } from '../store.ts'
import type { FailurePolicy } from './failure-policy.ts'

/** Answers for one limiter without its store. What it answers is not yet marked as a fallback. */
export interface Fallback {
  check(keys: readonly string[], cost: number): Verdict
  peek(keys: readonly string[], cost: number): Verdict
  /** Charges units that the store should have charged, as far as anything is charged here. */
  charge(keys: readonly string[], cost: number): Verdict
  /** Takes back units that a fallback of this policy let pass at `takenAtMs`. */
  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined, by: FailurePolicy): void
  /** Forgets what it knows: the store decides again. */
  drop(): void
}
