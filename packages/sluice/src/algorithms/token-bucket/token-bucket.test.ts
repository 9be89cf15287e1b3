import { describe, expect, test } from 'vitest'
import { MAX_EXACT } from '../scale.ts'
import {
  levelAt,
  tokenBucketAlgorithm as bucket,
  tokenBucketLastMs,
  tokenBucketRule,
  type TokenBucketRule,
} from './token-bucket.ts'

/** 10 tokens, 7 a second: a token has 1,000 parts, of which 7 come back each millisecond. */
const rule = tokenBucketRule(10, 7, 1000)

test('a rule counts in parts of a token', () => {
  expect(rule).toEqual({ limit: 10, perMs: 7, unit: 1000, full: 10_000 })
})

describe('the level', () => {
  test.each([
    ['at the time it was taken', 3000, 0, 3000],
    ['a millisecond later', 3000, 1, 3007],
    ['just before it is full', 3000, 999, 9993],
    ['when it is full, with nothing left over', 3000, 1000, 10_000],
    ['after ten years', 3000, 315_360_000_000, 10_000],
    ['before that time', 3000, -5000, 3000],
    ['in debt', -7000, 1000, 0],
    ['at its lowest, after all times there are', 10_000 - MAX_EXACT, MAX_EXACT, 10_000],
  ])('%s', (_, level, afterMs, expected) => {
    expect(levelAt(rule, level, 50_000, 50_000 + afterMs)).toBe(expected)
  })
})

describe('debt', () => {
  const deepest = { level: rule.full - MAX_EXACT, atMs: 1000 }

  test('stops where the wait for a full bucket can still be counted', () => {
    expect(bucket.take(rule, undefined, 1000, MAX_EXACT)).toEqual(deepest)
    expect(bucket.take(rule, deepest, 1000, MAX_EXACT)).toEqual(deepest)
  })

  test('is earned back to the millisecond', () => {
    const state = bucket.take(rule, undefined, 1000, 17)
    expect(state).toEqual({ level: -7000, atMs: 1000 })
    expect(bucket.waitMs(rule, state, 1000, 1)).toBe(1143)
    expect(bucket.standing(rule, state, 1000)).toEqual({
      remaining: 0,
      replenishAfterMs: 1143,
      resetAfterMs: 2429,
    })
  })

  test('is not forgiven by a counted refusal, and not made deeper', () => {
    expect(bucket.takeRefused(rule, { level: -7000, atMs: 1000 }, 1001, 5)).toEqual({
      level: -6993,
      atMs: 1001,
    })
  })
})

describe('a counted refusal', () => {
  test('empties the bucket, also of the part of a token', () => {
    expect(bucket.takeRefused(rule, { level: 2500, atMs: 1000 }, 1000, 5)).toEqual({ level: 0, atMs: 1000 })
    expect(bucket.takeRefused(rule, undefined, 1000, 11)).toEqual({ level: 0, atMs: 1000 })
  })
})

describe('giving back', () => {
  test('raises the level', () => {
    expect(bucket.giveBack(rule, { level: 2000, atMs: 1000 }, 1100, 3, undefined)).toEqual({
      level: 5700,
      atMs: 1100,
    })
  })

  test('to a full bucket forgets the key', () => {
    expect(bucket.giveBack(rule, { level: 2000, atMs: 1000 }, 1000, 8, undefined)).toBeUndefined()
    expect(bucket.giveBack(rule, { level: 2000, atMs: 1000 }, 1000, MAX_EXACT, undefined)).toBeUndefined()
    expect(bucket.giveBack(rule, { level: 2000, atMs: 1000 }, 1000, 7, undefined)).toEqual({
      level: 9000,
      atMs: 1000,
    })
  })

  test('before the latest time keeps that time, as a new key would gain from now on', () => {
    expect(bucket.giveBack(rule, { level: 2000, atMs: 1000 }, 400, 8, undefined)).toEqual({
      level: 10_000,
      atMs: 1000,
    })
    expect(bucket.standing(rule, { level: 10_000, atMs: 1000 }, 400)).toEqual({
      remaining: 10,
      resetAfterMs: 600,
      replenishAfterMs: 0,
    })
  })
})

describe('a clock that steps back', () => {
  const state = { level: 3000, atMs: 1000 }

  test('neither takes nor gives, and is not remembered', () => {
    expect(bucket.take(rule, state, 400, 1)).toEqual({ level: 2000, atMs: 1000 })
    expect(bucket.takeRefused(rule, state, 400, 9)).toEqual({ level: 0, atMs: 1000 })
  })

  test('makes every wait longer by the step', () => {
    expect(bucket.waitMs(rule, state, 400, 4)).toBe(600 + 143)
    expect(bucket.standing(rule, state, 400)).toEqual({
      remaining: 3,
      resetAfterMs: 1600,
      replenishAfterMs: 743,
    })
  })
})

const sized = (full: number, perMs: number): TokenBucketRule => ({ limit: 1, unit: full, perMs, full })

test('a bucket decides at any time, unless it cannot be counted at all', () => {
  expect(tokenBucketLastMs(sized(MAX_EXACT - 7, 7))).toBe(MAX_EXACT)
  expect(tokenBucketLastMs(sized(MAX_EXACT - 6, 7))).toBe(-1)
})
