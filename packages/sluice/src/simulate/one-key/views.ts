/** What a limit keeps for one key, in units and milliseconds, as a picture of it would show it. */
import type { LeakyBucketReading } from '../../algorithms/leaky-bucket/leaky-bucket.ts'

/** A token bucket. */
export interface BucketView {
  readonly kind: 'bucket'
  /** Tokens in it, with their fraction; below 0 is debt. */
  readonly level: number
  readonly capacity: number
}

/** A leaky bucket. */
export interface QueueView {
  readonly kind: 'queue'
  readonly reading: LeakyBucketReading
  /** Places that are taken, and all there are: waiting places by the reading of `queue`. */
  readonly taken: number
  readonly places: number
  /** Milliseconds until a request would go on without waiting, with their fraction. */
  readonly waitMs: number
}

/** A fixed window: [startMs, endMs). */
export interface WindowView {
  readonly kind: 'window'
  readonly startMs: number
  readonly endMs: number
  readonly count: number
  readonly limit: number
}

/** A sliding log. */
export interface LogView {
  readonly kind: 'log'
  /** What is inside the window (nowMs - windowMs, nowMs], the oldest first. */
  readonly entries: readonly LogEntry[]
  readonly count: number
  readonly limit: number
  readonly windowMs: number
}

/** The units that passed at one time. */
export interface LogEntry {
  readonly atMs: number
  readonly cost: number
}

/** A sliding window counter. */
export interface CounterView {
  readonly kind: 'counter'
  readonly startMs: number
  readonly windowMs: number
  /** Units of the window before, and of this one. */
  readonly previous: number
  readonly current: number
  /** The share of the window before that still counts, from 1 down to 0. */
  readonly weight: number
  /** Whole units that count as used. */
  readonly estimate: number
  readonly limit: number
}

/** GCRA. */
export interface TatView {
  readonly kind: 'tat'
  /** The theoretical arrival time, with its fraction; `nowMs` where it is not ahead. */
  readonly tatMs: number
  /** How far it is ahead of the time. */
  readonly aheadMs: number
  /** How far it may be ahead. */
  readonly mostMs: number
}

export type StateView = BucketView | QueueView | WindowView | LogView | CounterView | TatView
