import { describe, expect, test } from 'vitest'
import { MAX_EXACT } from '../scale.ts'
import type { Log } from './log.ts'
import { slidingLogAlgorithm as log, type SlidingLogRule } from './sliding-log.ts'

const rule: SlidingLogRule = { limit: 5, windowMs: 1000 }

/** The log after charges of [time, cost]. */
function after(...charges: readonly (readonly [number, number])[]): Log {
  let state: Log | undefined
  for (const [ms, cost] of charges) state = log.take(rule, state, ms, cost)
  return state as Log
}

const remaining = (state: Log | undefined, nowMs: number): number =>
  log.standing(rule, state, nowMs).remaining

test('an entry counts until it is as old as the window', () => {
  const state = after([100, 2], [600, 1])
  expect([100, 1099, 1100, 1599, 1600].map((ms) => remaining(state, ms))).toEqual([2, 2, 4, 4, 5])
})

test('the wait is until enough entries have left', () => {
  const state = after([100, 1], [300, 1], [300, 1], [600, 2])
  expect([1, 2, 3, 4, 5].map((cost) => log.waitMs(rule, state, 700, cost))).toEqual([400, 600, 600, 900, 900])
  expect(log.waitMs(rule, state, 1100, 1)).toBe(0)
  expect(log.waitMs(rule, undefined, 700, 5)).toBe(0)
})

test('a key is new when its newest entry has left, and gains when its oldest does', () => {
  expect(log.standing(rule, after([100, 2], [600, 1]), 700)).toEqual({
    remaining: 2,
    resetAfterMs: 900,
    replenishAfterMs: 400,
  })
  expect(log.standing(rule, after([100, 2]), 1100)).toEqual({
    remaining: 5,
    resetAfterMs: 0,
    replenishAfterMs: 0,
  })
  expect(log.standing(rule, undefined, 1100)).toEqual({ remaining: 5, resetAfterMs: 0, replenishAfterMs: 0 })
})

test('a time before the newest entry counts as the time of that entry', () => {
  const state = after([100, 1], [1050, 1])
  expect(remaining(state, 50)).toBe(3)
  const back = log.take(rule, state, 50, 2)
  expect([1099, 1100, 2049, 2050].map((ms) => remaining(back, ms))).toEqual([1, 2, 2, 5])
})

test('debt lasts until the entries that make it have left', () => {
  const state = after([100, 5], [600, 4])
  expect(log.standing(rule, state, 700)).toEqual({ remaining: 0, resetAfterMs: 900, replenishAfterMs: 400 })
  expect(remaining(state, 1100)).toBe(1)
})

test('debt stops where counting does', () => {
  const state = after([100, MAX_EXACT], [200, 3])
  expect(log.standing(rule, state, 1099)).toMatchObject({ remaining: 0, replenishAfterMs: 1 })
  expect(state.total - state.base).toBe(MAX_EXACT)
  expect(remaining(log.take(rule, state, 1150, 2), 1150)).toBe(3)
})

describe('a counted refusal', () => {
  test('is logged, and pushes the oldest units out', () => {
    const full = after([100, 3], [200, 2])
    const state = log.takeRefused(rule, full, 300, 2)
    // Left: one unit of 100, two of 200, two of 300.
    expect([1099, 1100, 1200, 1300].map((ms) => remaining(state, ms))).toEqual([0, 1, 3, 5])
  })

  test('of any cost fills the log once, and not more', () => {
    const state = log.takeRefused(rule, after([100, 3]), 300, MAX_EXACT)
    expect([1299, 1300].map((ms) => remaining(state, ms))).toEqual([0, 5])
    expect(remaining(log.takeRefused(rule, undefined, 300, 9), 300)).toBe(0)
  })

  test('leaves debt as deep as it was', () => {
    const deep = after([100, 5], [200, 4])
    const state = log.takeRefused(rule, deep, 300, 1)
    expect([1199, 1200, 1299].map((ms) => log.waitMs(rule, state, ms, 1))).toEqual([1, 0, 0])
    expect([1100, 1200, 1300].map((ms) => remaining(state, ms))).toEqual([0, 4, 5])
  })

  test('keeps no more units than the limit, however many come', () => {
    let state: Log | undefined = after([0, 5])
    for (let ms = 0; ms < 500; ms++) state = log.takeRefused(rule, state, ms, 1)
    expect(state.total - state.base).toBe(5)
    expect(state.tail - state.head).toBe(5)
    expect(state.times.length).toBeLessThan(100)
  })
})

describe('giving back', () => {
  const state = after([100, 2], [600, 1], [700, 1])

  test('without a time takes the newest units', () => {
    const given = log.giveBack(rule, state, 700, 2, undefined)
    expect(given && log.standing(rule, given, 700)).toEqual({
      remaining: 3,
      resetAfterMs: 400,
      replenishAfterMs: 400,
    })
  })

  test('with a time takes the units of that time, and no more than they are', () => {
    const one = log.giveBack(rule, state, 700, 1, 100)
    expect(one && [1099, 1100].map((ms) => remaining(one, ms))).toEqual([2, 3])
    const all = log.giveBack(rule, state, 700, 9, 100)
    expect(all && log.standing(rule, all, 700)).toEqual({
      remaining: 3,
      resetAfterMs: 1000,
      replenishAfterMs: 900,
    })
    const middle = log.giveBack(rule, state, 700, 1, 600)
    expect(middle && [700, 1100, 1600].map((ms) => remaining(middle, ms))).toEqual([2, 4, 4])
  })

  test('the newest units, by their time, leaves no trace of them', () => {
    const given = log.giveBack(rule, state, 700, 1, 700)
    expect(given && log.standing(rule, given, 700)).toMatchObject({ remaining: 2, resetAfterMs: 900 })
  })

  test('sees nothing of what was charged to later states', () => {
    const charged = log.take(rule, state, 900, 1)
    expect(remaining(charged, 900)).toBe(0)
    const given = log.giveBack(rule, state, 900, 1, 100)
    expect(given && log.standing(rule, given, 900)).toMatchObject({ remaining: 2, resetAfterMs: 800 })
  })

  test('everything forgets the key', () => {
    expect(log.giveBack(rule, state, 700, 4, undefined)).toBeUndefined()
    expect(log.giveBack(rule, after([100, 2]), 700, 2, 100)).toBeUndefined()
    expect(log.giveBack(rule, state, 1700, 1, undefined)).toBeUndefined()
    expect(log.giveBack(rule, state, 1700, 1, 700)).toBeUndefined()
  })

  test('units that have left takes nothing from those that came after them', () => {
    const kept = log.giveBack(rule, state, 1100, 2, 100)
    expect(kept && remaining(kept, 1100)).toBe(3)
    const stillThere = log.giveBack(rule, state, 1099, 2, 100)
    expect(stillThere && remaining(stillThere, 1099)).toBe(3)
  })

  test('units charged while the clock had stepped back takes them from the entry they were put with', () => {
    const back = log.take(rule, after([500, 1], [900, 1]), 600, 2)
    const given = log.giveBack(rule, back, 900, 2, 600)
    expect(given && [900, 1500, 1900].map((ms) => remaining(given, ms))).toEqual([3, 4, 5])
  })
})
