import { Outcome, type OutcomeColumns } from './outcomes.ts'
import type { Traffic } from './traffic.ts'

/** A request that is let through later than it came. */
export interface WaitingRequest {
  readonly index: number
  readonly atMs: number
  readonly leaveMs: number
  readonly cost: number
}

/** Requests among the first `shown` that go on later than `nowMs`, the next to leave first. */
export function waitingAt(
  { times, costs }: Traffic,
  { outcomes, delays }: OutcomeColumns,
  nowMs: number,
  shown: number,
): readonly WaitingRequest[] {
  const waiting: WaitingRequest[] = []
  for (let index = shown - 1; index >= 0; index--) {
    // A request of cost 0 goes on at once, past those that wait; all others leave in the order in which they came.
    if (outcomes[index] === Outcome.refused || costs[index] === 0) continue
    const leaveMs = times[index]! + delays[index]!
    if (leaveMs <= nowMs) break
    waiting.push({ index, atMs: times[index]!, leaveMs, cost: costs[index]! })
  }
  return waiting.toReversed()
}
