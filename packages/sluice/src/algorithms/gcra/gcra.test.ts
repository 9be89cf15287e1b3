import { describe, expect, test } from 'vitest'
import { EPOCH_MS, MAX_EXACT, scaledTime } from '../scale.ts'
import { aheadOf, gcraAlgorithm as gcra, gcraLastMs, gcraRule } from './gcra.ts'

/** 10 at once, 7 a second: an interval is 1,000 parts, and a millisecond 7. */
const rule = gcraRule(10, 7, 1000)
const nowMs = EPOCH_MS + 1000
/** The time in parts. */
const now = 7000

test('a rule counts time in parts', () => {
  expect(rule).toEqual({ limit: 10, perMs: 7, unit: 1000, full: 10_000 })
})

test('the theoretical arrival time is one interval on for every unit', () => {
  expect(gcra.take(rule, undefined, nowMs, 3)).toBe(now + 3000)
  expect(gcra.take(rule, now + 3000, nowMs, 2)).toBe(now + 5000)
  expect(gcra.take(rule, now - 1, nowMs, 2)).toBe(now + 2000)
})

test('how far it lies ahead is what is in use', () => {
  expect(aheadOf(rule, undefined, nowMs)).toBe(0)
  expect(aheadOf(rule, now - 1, nowMs)).toBe(0)
  expect(aheadOf(rule, now + 1, nowMs)).toBe(1)
  expect(aheadOf(rule, now + 1, nowMs - 1)).toBe(8)
})

test.each([
  [6000, 4, 0],
  [6001, 4, 1],
  [6007, 4, 1],
  [6008, 4, 2],
  [10_000, 1, 143],
  [13_000, 10, 1858],
])('%i parts ahead, a cost of %i waits %i ms', (ahead, cost, ms) => {
  expect(gcra.waitMs(rule, now + ahead, nowMs, cost)).toBe(ms)
})

test.each([
  [0, 10, 0, 0],
  [1, 9, 1, 1],
  [7, 9, 1, 1],
  [8, 9, 2, 2],
  [1000, 9, 143, 143],
  [1001, 8, 143, 1],
  [9999, 0, 1429, 143],
  [10_000, 0, 1429, 143],
  [17_000, 0, 2429, 1143],
])(
  '%i parts ahead, %i remain, all is new after %i ms and one more there after %i ms',
  (ahead, remaining, reset, more) => {
    expect(gcra.standing(rule, now + ahead, nowMs)).toEqual({
      remaining,
      resetAfterMs: reset,
      replenishAfterMs: more,
    })
  },
)

test('debt stops where the next request can still be counted', () => {
  const deepest = MAX_EXACT - rule.full
  expect(gcra.take(rule, undefined, nowMs, MAX_EXACT)).toBe(deepest)
  expect(gcra.take(rule, deepest, nowMs, 1)).toBe(deepest)
  expect(Number.isSafeInteger(gcra.waitMs(rule, deepest, nowMs, 10))).toBe(true)
})

describe('a counted refusal', () => {
  test('uses the allowance up, and never more', () => {
    expect(gcra.takeRefused(rule, undefined, nowMs, 11)).toBe(now + 10_000)
    expect(gcra.takeRefused(rule, now + 8500, nowMs, 2)).toBe(now + 10_000)
    expect(gcra.takeRefused(rule, now + 17_000, nowMs, 2)).toBe(now + 17_000)
  })
})

describe('giving back', () => {
  test('moves the arrival time back, at most to now', () => {
    expect(gcra.giveBack(rule, now + 5000, nowMs, 2, undefined)).toBe(now + 3000)
    expect(gcra.giveBack(rule, now + 5000, nowMs, 4, undefined)).toBe(now + 1000)
    expect(gcra.giveBack(rule, now + 5000, nowMs, 5, undefined)).toBeUndefined()
    expect(gcra.giveBack(rule, now + 5000, nowMs, 9, undefined)).toBeUndefined()
  })
})

test('the last time is the last at which a full allowance, twice, can be counted', () => {
  for (const sized of [rule, gcraRule(1_000_000, 4999, 1000)]) {
    const lastMs = gcraLastMs(sized)
    expect(scaledTime(lastMs, sized.perMs) + 2 * sized.full).toBeLessThanOrEqual(MAX_EXACT)
    expect(scaledTime(lastMs + 1, sized.perMs) + 2 * sized.full).toBeGreaterThan(MAX_EXACT)
  }
  expect(gcraLastMs(gcraRule(1, 1, 1))).toBe(MAX_EXACT)
})
