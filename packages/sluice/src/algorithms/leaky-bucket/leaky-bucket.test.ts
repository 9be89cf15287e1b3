import { describe, expect, test } from 'vitest'
import { EPOCH_MS } from '../scale.ts'
import { transition } from '../transition.ts'
import { leakyBucketAlgorithm as bucket, leakyBucketRule, type LeakyBucketRule } from './leaky-bucket.ts'

/** One leaves every 10 ms. */
const size = leakyBucketRule('size', 3, 1, 10)
const queue = leakyBucketRule('queue', 3, 1, 10)

/** The delays of requests of cost 1 at these times, or null where one is refused. */
function delays(rule: LeakyBucketRule, timesMs: readonly number[]): (number | null)[] {
  let state: number | undefined
  return timesMs.map((ms) => {
    const { decision, next } = transition(bucket, rule, state, EPOCH_MS + ms, 1)
    if (next === undefined) return null
    state = next
    return decision.delayMs
  })
}

test('requests leave one interval apart, the first at once', () => {
  expect(delays(size, [0, 0, 0, 0])).toEqual([0, 10, 20, null])
  expect(delays(queue, [0, 0, 0, 0])).toEqual([0, 10, 20, null])
  expect(delays(size, [0, 10, 25, 27, 100])).toEqual([0, 0, 0, 8, 0])
})

test('by size the place of the request that leaves now is free a millisecond later, by queue an interval later', () => {
  expect(delays(size, [0, 0, 0, 0, 1])).toEqual([0, 10, 20, null, 29])
  expect(delays(size, [0, 0, 0, 1, 10, 11])).toEqual([0, 10, 20, 29, null, 29])
  expect(delays(queue, [0, 0, 0, 1, 9, 10])).toEqual([0, 10, 20, null, null, 20])
})

describe('by size', () => {
  test.each([
    [0, 3, 0, 0],
    [9, 3, 9, 0],
    [10, 2, 10, 1],
    [11, 2, 11, 2],
    [19, 2, 19, 10],
    [20, 1, 20, 1],
    [30, 0, 30, 1],
    [39, 0, 39, 10],
    [40, 0, 40, 11],
    [65, 0, 65, 36],
  ])(
    'with %i ms until the next could leave, %i remain; new after %i ms, one more after %i ms',
    (ahead, left, reset, more) => {
      expect(bucket.standing(size, ahead, EPOCH_MS)).toEqual({
        remaining: left,
        resetAfterMs: reset,
        replenishAfterMs: more,
      })
    },
  )

  test.each([
    [29, 1, 0],
    [30, 1, 1],
    [30, 3, 21],
    [9, 3, 0],
    [10, 3, 1],
  ])('with %i ms until the next could leave, a cost of %i waits %i ms', (ahead, cost, ms) => {
    expect(bucket.waitMs(size, ahead, EPOCH_MS, cost)).toBe(ms)
  })
})

describe('by queue', () => {
  test('decides as GCRA with one unit more', () => {
    expect(bucket.standing(queue, 20, EPOCH_MS)).toEqual({
      remaining: 1,
      resetAfterMs: 20,
      replenishAfterMs: 10,
    })
    expect(bucket.waitMs(queue, 20, EPOCH_MS, 2)).toBe(10)
  })
})

test('a fraction of a millisecond is waited for as a whole one', () => {
  const third = leakyBucketRule('size', 5, 3, 10)
  expect(delays(third, [0, 0, 0, 0])).toEqual([0, 4, 7, 10])
})

test('a counted refusal fills the bucket from now, and no further', () => {
  expect(bucket.takeRefused(size, 25, EPOCH_MS, 3)).toBe(30)
  expect(bucket.takeRefused(size, 35, EPOCH_MS, 3)).toBe(35)
})

test('giving back takes the places at the end', () => {
  expect(bucket.giveBack(size, 30, EPOCH_MS, 1, undefined)).toBe(20)
  expect(bucket.giveBack(size, 30, EPOCH_MS, 3, undefined)).toBeUndefined()
})
