import type { BucketView, CounterView, LogView, QueueView, TatView, WindowView } from 'sluice/simulate'

/** A request that is let through later than it came. */
export interface WaitingRequest {
  readonly index: number
  readonly atMs: number
  readonly leaveMs: number
  readonly cost: number
}

/** A leaky bucket with the requests in it, the next to leave first. */
export interface QueueState extends QueueView {
  readonly waiting: readonly WaitingRequest[]
}

/** What an algorithm keeps, as it is drawn. */
export type LaneState = BucketView | QueueState | WindowView | LogView | CounterView | TatView
