import type { BucketView, CounterView, LogView, QueueView, TatView, WindowView } from 'sluice/simulate'
import type { WaitingRequest } from './waiting-requests.ts'

/** A leaky bucket with the requests in it, the next to leave first. */
export interface QueueState extends QueueView {
  readonly waiting: readonly WaitingRequest[]
}

/** What an algorithm keeps, as it is drawn. */
export type LaneState = BucketView | QueueState | WindowView | LogView | CounterView | TatView
