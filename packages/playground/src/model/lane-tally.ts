import type { Decision } from 'sluice'
import type { KeyState } from 'sluice/simulate'
import type { OutcomeColumns } from './outcomes.ts'
import { Outcome } from './outcomes.ts'
import type { Traffic } from './traffic.ts'

/** A lane after its first `decided` requests: what the limit keeps, and the figures so far. */
export interface Tally {
  decided: number
  state: KeyState
  served: number
  queued: number
  longestWaitMs: number
  /** The most units that any window served. */
  busiest: number
  /** The most units that were used at once, which says how many numbers a log has had to keep. */
  mostUsed: number
  /** The window that ends with the last served request: its first request, and the units in it. */
  windowHead: number
  windowUnits: number
}

export const emptyTally: Readonly<Tally> = {
  decided: 0,
  state: undefined,
  served: 0,
  queued: 0,
  longestWaitMs: 0,
  busiest: 0,
  mostUsed: 0,
  windowHead: 0,
  windowUnits: 0,
}

/**
 * Counts the next request, whose outcome is in the columns already. Windows are measured by when requests reach the
 * service, which is in the order in which they came, but for those of cost 0, which weigh nothing.
 */
export function count(
  tally: Tally,
  { allowed, delayMs, limit, remaining }: Decision,
  { times, costs }: Pick<Traffic, 'times' | 'costs'>,
  { outcomes, delays }: OutcomeColumns,
  windowMs: number,
): void {
  const index = tally.decided
  tally.decided += 1
  tally.mostUsed = Math.max(tally.mostUsed, limit - remaining)
  if (!allowed) return
  tally.served += 1
  if (delayMs > 0) tally.queued += 1
  tally.longestWaitMs = Math.max(tally.longestWaitMs, delayMs)
  const fromMs = times[index]! + delayMs - windowMs
  let head = tally.windowHead
  for (; times[head]! + delays[head]! <= fromMs; head++) {
    if (outcomes[head] !== Outcome.refused) tally.windowUnits -= costs[head]!
  }
  tally.windowHead = head
  tally.windowUnits += costs[index]!
  tally.busiest = Math.max(tally.busiest, tally.windowUnits)
}
