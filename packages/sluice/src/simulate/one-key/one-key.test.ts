import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { leakyBucket } from '../../limits/leaky-bucket.ts'
import type { Limit } from '../../limits/limit.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import { slidingWindowCounter } from '../../limits/sliding-window-counter.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { manualClock } from '../../clock.ts'
import { decideNext, type KeyState } from './decide-next.ts'
import { stateView } from './state-view.ts'
import type { StateView } from './views.ts'

const anyCount = fc.integer({ min: 1, max: 9 })
const anyWindowMs = fc.integer({ min: 1, max: 500 })
const anyRate = fc.record({ amount: anyCount, periodMs: anyWindowMs })
const anyWindowLimit = fc.record({ limit: anyCount, window: anyWindowMs })
const limits: Readonly<Record<string, fc.Arbitrary<Limit>>> = {
  tokenBucket: fc.record({ capacity: anyCount, rate: anyRate }).map(tokenBucket),
  gcra: fc.record({ burst: anyCount, rate: anyRate }).map(gcra),
  'leakyBucket by size': fc.record({ size: anyCount, rate: anyRate }).map(leakyBucket),
  'leakyBucket by queue': fc.record({ queue: anyCount, rate: anyRate }).map(leakyBucket),
  fixedWindow: anyWindowLimit.map(fixedWindow),
  'fixedWindow from the first request': anyWindowLimit.map((options) =>
    fixedWindow({ ...options, align: 'first-request' }),
  ),
  slidingLog: anyWindowLimit.map(slidingLog),
  slidingWindowCounter: anyWindowLimit.map(slidingWindowCounter),
}
const anyHistory = fc.array(
  fc.record({ gapMs: fc.oneof(fc.constant(0), fc.nat({ max: 300 })), cost: fc.nat({ max: 4 }) }),
  { maxLength: 40 },
)

describe.each(Object.entries(limits))('%s', (_, anyLimit) => {
  test('decides step by step as a limiter does, and any step may be gone back to', () => {
    fc.assert(
      fc.property(anyLimit, anyHistory, (limit, history) => {
        const clock = manualClock()
        const limiter = createLimiter({ limit, clock })
        const passed: { state: KeyState; atMs: number; cost: number; decision: unknown }[] = []
        let state: KeyState
        for (const { gapMs, cost } of history) {
          clock.advance(gapMs)
          const atMs = clock.now()
          const next = decideNext(limit, state, atMs, cost)
          expect(limiter.check('', { cost })).toMatchObject(next.decision)
          passed.push({ state, atMs, cost, decision: next.decision })
          state = next.state
        }
        for (const { state: before, atMs, cost, decision } of passed.toReversed()) {
          expect(decideNext(limit, before, atMs, cost).decision).toEqual(decision)
        }
      }),
    )
  })

  test('shows at any time as much room as a request is told of', () => {
    fc.assert(
      fc.property(anyLimit, anyHistory, fc.nat({ max: 600 }), (limit, history, laterMs) => {
        let state: KeyState
        let atMs = 0
        for (const { gapMs, cost } of history) state = decideNext(limit, state, (atMs += gapMs), cost).state
        const { decision } = decideNext(limit, state, atMs + laterMs, 0)
        expect(roomIn(stateView(limit, state, atMs + laterMs), limit)).toBe(decision.remaining)
      }),
    )
  })
})

/** Whole units that a view says would pass. One more than its places pass an idle queue. */
function roomIn(view: StateView, { rule: { limit } }: Limit): number {
  switch (view.kind) {
    case 'bucket':
      return Math.floor(view.level)
    case 'tat':
      // Milliseconds may be fractions, so a hair is granted to a whole number of intervals.
      return Math.floor((limit * (view.mostMs - view.aheadMs)) / view.mostMs + 1e-9)
    case 'queue':
      return view.waitMs === 0 ? limit : view.places - view.taken
    case 'window':
    case 'log':
      return view.limit - view.count
    case 'counter':
      return view.limit - view.estimate
  }
}

/** The state after requests of 1 at these times. */
function after(limit: Limit, times: readonly number[]): KeyState {
  return times.reduce<KeyState>((state, atMs) => decideNext(limit, state, atMs).state, undefined)
}

test('a token bucket shows fractions of tokens', () => {
  const limit = tokenBucket({ capacity: 5, rate: '5/2s' })
  expect(stateView(limit, undefined, 0)).toEqual({ kind: 'bucket', level: 5, capacity: 5 })
  expect(stateView(limit, after(limit, [0, 0, 0, 0, 0]), 100)).toEqual({
    kind: 'bucket',
    level: 0.25,
    capacity: 5,
  })
})

test('GCRA shows how far its arrival time is ahead', () => {
  const limit = gcra({ burst: 5, rate: '5/2s' })
  expect(stateView(limit, undefined, 70)).toEqual({ kind: 'tat', tatMs: 70, aheadMs: 0, mostMs: 2000 })
  expect(stateView(limit, after(limit, [0, 0, 0]), 100)).toEqual({
    kind: 'tat',
    tatMs: 1200,
    aheadMs: 1100,
    mostMs: 2000,
  })
})

test('a leaky bucket shows its places by either reading', () => {
  const eight = [0, 0, 0, 0, 0, 0, 0, 0]
  const size = leakyBucket({ size: 5, rate: '5/2s' })
  const queue = leakyBucket({ queue: 5, rate: '5/2s' })
  expect(stateView(size, after(size, eight), 0)).toMatchObject({ taken: 5, places: 5, waitMs: 2000 })
  expect(stateView(queue, after(queue, eight), 0)).toMatchObject({ taken: 5, places: 5, waitMs: 2400 })
  expect(stateView(queue, after(queue, [0]), 0)).toMatchObject({ taken: 0, places: 5, waitMs: 400 })
  expect(stateView(queue, after(queue, eight), 1000)).toMatchObject({ taken: 3, waitMs: 1400 })
})

test('a fixed window shows the window that holds the time, open or not', () => {
  const limit = fixedWindow({ limit: 5, window: '2s' })
  const state = after(limit, [1900, 1950])
  expect(stateView(limit, state, 1999)).toEqual({
    kind: 'window',
    startMs: 0,
    endMs: 2000,
    count: 2,
    limit: 5,
  })
  expect(stateView(limit, state, 2000)).toEqual({
    kind: 'window',
    startMs: 2000,
    endMs: 4000,
    count: 0,
    limit: 5,
  })
  const own = fixedWindow({ limit: 5, window: '2s', align: 'first-request' })
  expect(stateView(own, after(own, [1900]), 3000)).toMatchObject({ startMs: 1900, endMs: 3900, count: 1 })
})

test('a sliding log shows what is inside its window, requests of one time as one entry', () => {
  const limit = slidingLog({ limit: 5, window: '2s' })
  const state = after(limit, [0, 500, 500, 700])
  expect(stateView(limit, state, 1999)).toMatchObject({
    entries: [
      { atMs: 0, cost: 1 },
      { atMs: 500, cost: 2 },
      { atMs: 700, cost: 1 },
    ],
    count: 4,
  })
  expect(stateView(limit, state, 2000)).toMatchObject({ count: 3 })
  expect(stateView(limit, state, 2700)).toEqual({
    kind: 'log',
    entries: [],
    count: 0,
    limit: 5,
    windowMs: 2000,
  })
})

test('a sliding window counter shows its two counts and the weight of the first', () => {
  const limit = slidingWindowCounter({ limit: 5, window: '2s' })
  // The lessons: 4 requests last window and 2 so far, a quarter of the window over: 4 * 0.75 + 2 = 5.
  const state = after(limit, [0, 1, 2, 3, 2100, 2200])
  expect(stateView(limit, state, 2500)).toEqual({
    kind: 'counter',
    startMs: 2000,
    windowMs: 2000,
    previous: 4,
    current: 2,
    weight: 0.75,
    estimate: 5,
    limit: 5,
  })
  expect(stateView(limit, state, 6000)).toMatchObject({ previous: 0, current: 0, weight: 1, estimate: 0 })
})
