import { describe, expect, test } from 'vitest'
import { MAX_EXACT } from '../scale.ts'
import {
  slidingWindowCounterAlgorithm as counter,
  slidingWindowCounterBound,
  type SlidingWindowCounterRule,
} from './sliding-window-counter.ts'

const rule: SlidingWindowCounterRule = { limit: 10, windowMs: 1000 }
/** Window 7, from 7000 to 8000. */
const state = { window: 7, count: 4, previous: 8 }

const remaining = (ms: number): number => counter.standing(rule, state, ms).remaining

test('the window before weighs by the part of it that is still inside', () => {
  expect([7000, 7001, 7125, 7126, 7875, 7876, 7999].map(remaining)).toEqual([0, 0, 0, 0, 5, 6, 6])
  expect([8000, 8001, 8250, 8751, 8999, 9000].map(remaining)).toEqual([6, 7, 7, 10, 10, 10])
})

test('a charge counts in its window, and the one before goes on only if it is the next', () => {
  expect(counter.take(rule, undefined, 7500, 2)).toEqual({ window: 7, count: 2, previous: 0 })
  expect(counter.take(rule, state, 7500, 2)).toEqual({ window: 7, count: 6, previous: 8 })
  expect(counter.take(rule, state, 8500, 2)).toEqual({ window: 8, count: 2, previous: 4 })
  expect(counter.take(rule, state, 9500, 2)).toEqual({ window: 9, count: 2, previous: 0 })
  expect(counter.take(rule, state, 6500, 2)).toEqual({ window: 7, count: 6, previous: 8 })
})

test('a time before the window counts as its start', () => {
  expect(counter.standing(rule, { window: 7, count: 0, previous: 8 }, 6500)).toEqual({
    remaining: 2,
    resetAfterMs: 500 + 876,
    replenishAfterMs: 500 + 1,
  })
  expect(counter.waitMs(rule, state, 6500, 6)).toBe(500 + 876)
})

test.each([
  [7000, 1, 251],
  [7250, 1, 1],
  [7251, 1, 0],
  [7000, 6, 876],
  [7000, 7, 1001],
  [7000, 8, 1251],
  [7000, 9, 1501],
  [7000, 10, 1751],
  [8750, 10, 1],
])('at %i a cost of %i waits %i ms', (nowMs, cost, ms) => {
  expect(counter.waitMs(rule, state, nowMs, cost)).toBe(ms)
})

test('where the next window empties the estimate at once, the wait ends with this one', () => {
  expect(counter.waitMs(rule, { window: 7, count: 0, previous: 10 }, 7000, 10)).toBe(901)
  expect(counter.waitMs({ limit: 3, windowMs: 2 }, { window: 7, count: 0, previous: 3 }, 14, 3)).toBe(2)
  expect(counter.waitMs({ limit: 3, windowMs: 2 }, { window: 7, count: 3, previous: 0 }, 14, 3)).toBe(4)
})

test('a key is new when its estimate is below one', () => {
  expect(counter.standing(rule, { window: 7, count: 0, previous: 8 }, 7876)).toEqual({
    remaining: 10,
    resetAfterMs: 0,
    replenishAfterMs: 0,
  })
  expect(counter.standing(rule, state, 7876)).toEqual({
    remaining: 6,
    resetAfterMs: 875,
    replenishAfterMs: 125,
  })
  expect(counter.standing(rule, undefined, 7876)).toEqual({
    remaining: 10,
    resetAfterMs: 0,
    replenishAfterMs: 0,
  })
})

test('debt is worked off by this window and the next', () => {
  const deep = counter.take(rule, state, 7500, 20)
  expect(counter.standing(rule, deep, 7500)).toEqual({
    remaining: 0,
    resetAfterMs: 1459,
    replenishAfterMs: 1084,
  })
})

test('debt stops where its share of a window can still be counted', () => {
  const most = Math.floor(MAX_EXACT / 1000)
  expect(counter.take(rule, state, 7500, MAX_EXACT).count).toBe(most)
  expect(counter.take(rule, { ...state, count: most }, 7500, 1).count).toBe(most)
})

test('a counted refusal raises the estimate to the limit, and no further', () => {
  // 7 units at 7625: 3 of the 8 before, and 4.
  expect(counter.takeRefused(rule, state, 7625, 9)).toEqual({ window: 7, count: 7, previous: 8 })
  expect(counter.takeRefused(rule, { ...state, count: 12 }, 7625, 9)).toEqual({
    window: 7,
    count: 12,
    previous: 8,
  })
  expect(counter.takeRefused(rule, undefined, 7625, 11)).toEqual({ window: 7, count: 10, previous: 0 })
})

describe('giving back', () => {
  test('credits the window that was charged', () => {
    expect(counter.giveBack(rule, state, 7500, 3, 7999)).toEqual({ window: 7, count: 1, previous: 8 })
    expect(counter.giveBack(rule, state, 7500, 3, 6999)).toEqual({ window: 7, count: 4, previous: 5 })
    expect(counter.giveBack(rule, state, 8500, 3, 7000)).toEqual({ window: 8, count: 0, previous: 1 })
    expect(counter.giveBack(rule, state, 7500, 3, 5999)).toEqual(state)
    expect(counter.giveBack(rule, state, 7500, 3, 8000)).toEqual(state)
  })

  test('without a time credits this one, and none below nothing', () => {
    expect(counter.giveBack(rule, state, 7500, 9, undefined)).toEqual({ window: 7, count: 0, previous: 8 })
    expect(counter.giveBack(rule, state, 7500, 9, 6500)).toEqual({ window: 7, count: 4, previous: 0 })
  })

  test('everything forgets the key', () => {
    expect(counter.giveBack(rule, { window: 7, count: 3, previous: 0 }, 7500, 3, undefined)).toBeUndefined()
    expect(counter.giveBack(rule, { window: 7, count: 0, previous: 3 }, 7500, 3, 6500)).toBeUndefined()
    expect(counter.giveBack(rule, state, 9500, 3, undefined)).toBeUndefined()
  })
})

test.each([
  [100, 60_000, 200],
  [100, 100, 198],
  [3, 4, 5],
  [3, 2, 3],
  [5, 1, 5],
])('%i in %i ms pass at most %i in any window', (limit, windowMs, most) => {
  expect(slidingWindowCounterBound({ limit, windowMs })).toBe(most)
})
