import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import type { Limit } from '../../../limits/limit.ts'
import type { OneVerdict } from '../../store.ts'
import type { LimitTable } from '../limit-table.ts'
import type { SlotPage } from '../slot-pages.ts'
import { fixedWindowRows } from './fixed-window-rows.ts'
import { SlidingLogRows } from './sliding-log-rows.ts'
import { slidingWindowCounterRows } from './sliding-window-counter-rows.ts'
import { gcraRows } from './gcra-rows.ts'
import { leakyBucketRows } from './leaky-bucket-rows.ts'
import { tokenBucketRows } from './token-bucket-rows.ts'

/** How the state of one algorithm lies in a slot: in the words behind the fingerprint, whose own word is `at`. */
export interface StateRows<State = unknown> {
  /** 8-byte words of state. */
  readonly words: number
  /** Bytes held outside the slots. */
  readonly bytesOutside: number
  /** The state in a slot. It is good until the slot is written. */
  read(page: SlotPage, at: number): State
  write(page: SlotPage, at: number, state: State): void
  /** The state as a list of numbers, for a dump, and back. */
  toNumbers(state: State): number[]
  fromNumbers(numbers: readonly number[]): State
  /**
   * Decides a request and charges it if it passes, as `LimitTable.check` does, in one piece; for the path that most
   * calls take. `at` is -1 for a key without a slot. Gives `undefined` for the rare cases that it leaves to the rest.
   */
  quickCheck?(table: LimitTable, at: number, high: number, low: number, cost: number): OneVerdict | undefined
  /** Lets go of what is held outside a slot that is about to be freed. */
  release?(page: SlotPage, at: number): void
  /** The same for all slots at once. */
  releaseAll?(): void
}

/** The rows for a limit's algorithm. */
export function rowsFor(limit: Limit): StateRows {
  switch (limit.algorithm.name) {
    case 'token-bucket':
      return tokenBucketRows
    case 'gcra':
      return gcraRows
    case 'leaky-bucket':
      return leakyBucketRows
    case 'fixed-window':
      return fixedWindowRows
    case 'sliding-log':
      return new SlidingLogRows((limit.rule as SlidingLogRule).windowMs)
    case 'sliding-window-counter':
      return slidingWindowCounterRows(limit.rule.limit)
  }
}
