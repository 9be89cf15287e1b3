/** What a limit keeps for one key, in units and milliseconds, as a picture of it would show it. */
import {
  countAt,
  type FixedWindowRule,
  type FixedWindowState,
} from '../../algorithms/fixed-window/fixed-window.ts'
import { aheadOf, type GcraRule } from '../../algorithms/gcra/gcra.ts'
import type { LeakyBucketReading, LeakyBucketRule } from '../../algorithms/leaky-bucket/leaky-bucket.ts'
import { emptyLog, totalThrough, type Log } from '../../algorithms/sliding-log/log.ts'
import type { SlidingLogRule } from '../../algorithms/sliding-log/sliding-log.ts'
import {
  rolled,
  used,
  type SlidingWindowCounterRule,
  type SlidingWindowCounterState,
} from '../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import {
  levelAt,
  type TokenBucketRule,
  type TokenBucketState,
} from '../../algorithms/token-bucket/token-bucket.ts'
import type { Limit } from '../../limits/limit.ts'
import type { KeyState } from './decide-next.ts'

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

/**
 * What a state of `decideNext` means at a time that is not before the one it was made at.
 *
 * @example
 * stateView(tokenBucket({ capacity: 5, rate: '1/s' }), undefined, 0) // { kind: 'bucket', level: 5, capacity: 5 }
 */
export function stateView({ algorithm, rule }: Limit, state: KeyState, nowMs: number): StateView {
  switch (algorithm.name) {
    case 'token-bucket':
      return bucketView(rule as TokenBucketRule, state as TokenBucketState | undefined, nowMs)
    case 'gcra':
      return tatView(rule as GcraRule, state as number | undefined, nowMs)
    case 'leaky-bucket': {
      const taken = rule.limit - algorithm.standing(rule, state, nowMs).remaining
      return queueView(rule as LeakyBucketRule, state as number | undefined, nowMs, taken)
    }
    case 'fixed-window':
      return windowView(rule as FixedWindowRule, state as FixedWindowState | undefined, nowMs)
    case 'sliding-log':
      return logView(rule as SlidingLogRule, (state ?? emptyLog) as Log, nowMs)
    case 'sliding-window-counter':
      return counterView(
        rule as SlidingWindowCounterRule,
        state as SlidingWindowCounterState | undefined,
        nowMs,
      )
  }
}

function bucketView(rule: TokenBucketRule, state: TokenBucketState | undefined, nowMs: number): BucketView {
  const parts = state === undefined ? rule.full : levelAt(rule, state.level, state.atMs, nowMs)
  return { kind: 'bucket', level: parts / rule.unit, capacity: rule.limit }
}

function tatView(rule: GcraRule, tat: number | undefined, nowMs: number): TatView {
  const aheadMs = aheadOf(rule, tat, nowMs) / rule.perMs
  return { kind: 'tat', tatMs: nowMs + aheadMs, aheadMs, mostMs: rule.full / rule.perMs }
}

/** By the reading of `queue` the one place beside the waiting places is that of the request which goes on at once. */
function queueView(rule: LeakyBucketRule, next: number | undefined, nowMs: number, taken: number): QueueView {
  const { reading } = rule
  const beside = reading === 'queue' ? 1 : 0
  return {
    kind: 'queue',
    reading,
    taken: Math.max(0, taken - beside),
    places: rule.limit - beside,
    waitMs: aheadOf(rule, next, nowMs) / rule.perMs,
  }
}

function windowView(rule: FixedWindowRule, state: FixedWindowState | undefined, nowMs: number): WindowView {
  const isOpen = state !== undefined && nowMs < state.endMs
  const { startMs, endMs } = isOpen
    ? { startMs: rule.startOf(state.endMs), endMs: state.endMs }
    : rule.windowAt(nowMs)
  const count = state === undefined ? 0 : countAt(state.endMs, state.count, nowMs)
  return { kind: 'window', startMs, endMs, count, limit: rule.limit }
}

function logView({ limit, windowMs }: SlidingLogRule, log: Log, nowMs: number): LogView {
  const entries: LogEntry[] = []
  let count = 0
  const { head, tail, base, times } = log
  for (let i = tail - 1; i >= head && times[i]! > nowMs - windowMs; i--) {
    const before = i === head ? base : totalThrough(log, i - 1)
    const cost = totalThrough(log, i) - before
    entries.push({ atMs: times[i]!, cost })
    count += cost
  }
  return { kind: 'log', entries: entries.toReversed(), count, limit, windowMs }
}

function counterView(
  rule: SlidingWindowCounterRule,
  state: SlidingWindowCounterState | undefined,
  nowMs: number,
): CounterView {
  const { limit, windowMs } = rule
  const now = rolled(rule, state, nowMs)
  const startMs = now.window * windowMs
  return {
    kind: 'counter',
    startMs,
    windowMs,
    previous: now.previous,
    current: now.count,
    weight: (windowMs - Math.max(0, nowMs - startMs)) / windowMs,
    estimate: used(rule, now, nowMs),
    limit,
  }
}
