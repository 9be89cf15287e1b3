import {
  countAt,
  type FixedWindowRule,
  type FixedWindowState,
} from '../../algorithms/fixed-window/fixed-window.ts'
import { aheadOf, type GcraRule } from '../../algorithms/gcra/gcra.ts'
import type { LeakyBucketRule } from '../../algorithms/leaky-bucket/leaky-bucket.ts'
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
import type {
  BucketView,
  CounterView,
  LogEntry,
  LogView,
  QueueView,
  StateView,
  TatView,
  WindowView,
} from './views.ts'

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
