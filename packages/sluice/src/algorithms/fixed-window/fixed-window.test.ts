import { describe, expect, test } from 'vitest'
import { MAX_EXACT } from '../scale.ts'
import { calendarWindows } from './calendar.ts'
import {
  alignedWindowRule,
  calendarWindowRule,
  countAt,
  firstRequestWindowRule,
  fixedWindowAlgorithm as window,
} from './fixed-window.ts'

const aligned = alignedWindowRule(5, 1000)
const fromFirst = firstRequestWindowRule(5, 1000)
const daily = calendarWindowRule(5, calendarWindows('day', 'UTC'))
const DAY_MS = 86_400_000

test('aligned windows start at multiples of their length, others at the request', () => {
  expect(aligned.windowAt(1999)).toEqual({ startMs: 1000, endMs: 2000 })
  expect(aligned.windowAt(2000)).toEqual({ startMs: 2000, endMs: 3000 })
  expect(fromFirst.windowAt(1999)).toEqual({ startMs: 1999, endMs: 2999 })
  expect(daily.windowAt(DAY_MS + 5)).toEqual({ startMs: DAY_MS, endMs: 2 * DAY_MS })
  expect([aligned.startOf(2000), fromFirst.startOf(2999), daily.startOf(2 * DAY_MS)]).toEqual([
    1000,
    1999,
    DAY_MS,
  ])
})

test('units count until their window ends', () => {
  expect(countAt(2000, 3, 1999)).toBe(3)
  expect(countAt(2000, 3, 2000)).toBe(0)
  expect(window.take(aligned, { endMs: 2000, count: 3 }, 1999, 1)).toEqual({ endMs: 2000, count: 4 })
  expect(window.take(aligned, { endMs: 2000, count: 3 }, 2000, 1)).toEqual({ endMs: 3000, count: 1 })
  expect(window.take(aligned, undefined, 1500, 2)).toEqual({ endMs: 2000, count: 2 })
})

test('a request that does not fit waits for the end', () => {
  expect(window.waitMs(aligned, undefined, 1500, 5)).toBe(0)
  expect(window.waitMs(aligned, { endMs: 2000, count: 3 }, 1500, 2)).toBe(0)
  expect(window.waitMs(aligned, { endMs: 2000, count: 3 }, 1500, 3)).toBe(500)
  expect(window.waitMs(aligned, { endMs: 2000, count: 3 }, 2000, 5)).toBe(0)
  expect(window.waitMs(aligned, { endMs: 2000, count: 9 }, 1999, 1)).toBe(1)
})

test('a window tells what is left of it', () => {
  const nothing = { remaining: 5, resetAfterMs: 0, replenishAfterMs: 0 }
  expect(window.standing(aligned, undefined, 1500)).toEqual(nothing)
  expect(window.standing(aligned, { endMs: 2000, count: 3 }, 2000)).toEqual(nothing)
  expect(window.standing(aligned, { endMs: 2000, count: 3 }, 1999)).toEqual({
    remaining: 2,
    resetAfterMs: 1,
    replenishAfterMs: 1,
  })
  expect(window.standing(aligned, { endMs: 2000, count: 8 }, 1500)).toEqual({
    remaining: 0,
    resetAfterMs: 500,
    replenishAfterMs: 500,
  })
  expect(window.standing(fromFirst, { endMs: 2000, count: 0 }, 1500)).toEqual({
    remaining: 5,
    resetAfterMs: 500,
    replenishAfterMs: 0,
  })
})

test('a time before a window belongs to it, so that none opens twice', () => {
  expect(window.take(aligned, { endMs: 2000, count: 3 }, 500, 1)).toEqual({ endMs: 2000, count: 4 })
  expect(window.waitMs(aligned, { endMs: 2000, count: 5 }, 500, 1)).toBe(1500)
})

test('debt ends with its window, and stops where counting does', () => {
  expect(window.take(aligned, { endMs: 2000, count: 5 }, 1500, MAX_EXACT)).toEqual({
    endMs: 2000,
    count: MAX_EXACT,
  })
  expect(window.take(aligned, { endMs: 2000, count: MAX_EXACT }, 2000, 1)).toEqual({ endMs: 3000, count: 1 })
})

test('a counted refusal uses the window up, and leaves debt as it is', () => {
  expect(window.takeRefused(aligned, undefined, 1500, 9)).toEqual({ endMs: 2000, count: 5 })
  expect(window.takeRefused(aligned, { endMs: 2000, count: 4 }, 1500, 2)).toEqual({ endMs: 2000, count: 5 })
  expect(window.takeRefused(aligned, { endMs: 2000, count: 8 }, 1500, 1)).toEqual({ endMs: 2000, count: 8 })
})

describe('giving back', () => {
  const state = { endMs: 2000, count: 3 }

  test('lowers the count, not below nothing', () => {
    expect(window.giveBack(aligned, state, 1500, 2, undefined)).toEqual({ endMs: 2000, count: 1 })
    expect(window.giveBack(fromFirst, state, 1500, 9, undefined)).toEqual({ endMs: 2000, count: 0 })
  })

  test('everything forgets the key, unless an empty window still says when the next one starts', () => {
    expect(window.giveBack(aligned, state, 1500, 3, undefined)).toBeUndefined()
    expect(window.giveBack(daily, { endMs: DAY_MS, count: 3 }, 1500, 3, undefined)).toBeUndefined()
    expect(window.giveBack(fromFirst, state, 1500, 3, undefined)).toEqual({ endMs: 2000, count: 0 })
  })

  test('after the window has nothing to give', () => {
    expect(window.giveBack(aligned, state, 2000, 1, 1500)).toBeUndefined()
    expect(window.giveBack(fromFirst, state, 2000, 1, undefined)).toBeUndefined()
  })

  test('units of an earlier window gives nothing, of this one from its first millisecond', () => {
    expect(window.giveBack(aligned, state, 1500, 2, 999)).toEqual(state)
    expect(window.giveBack(aligned, state, 1500, 2, 1000)).toEqual({ endMs: 2000, count: 1 })
    const today = { endMs: 2 * DAY_MS, count: 3 }
    expect(window.giveBack(daily, today, DAY_MS + 9, 2, DAY_MS - 1)).toEqual(today)
    expect(window.giveBack(daily, today, DAY_MS + 9, 2, DAY_MS)).toEqual({ endMs: 2 * DAY_MS, count: 1 })
  })
})
