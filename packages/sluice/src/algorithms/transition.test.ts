import { describe, expect, test } from 'vitest'
import { leakyBucketAlgorithm, leakyBucketRule } from './leaky-bucket/leaky-bucket.ts'
import { tokenBucketAlgorithm, tokenBucketRule } from './token-bucket/token-bucket.ts'
import { foresee, transition } from './transition.ts'

const rule = tokenBucketRule(10, 1, 1000)

describe('a transition', () => {
  test('that allows has the numbers after the charge, and the next state', () => {
    const { decision, next } = transition(tokenBucketAlgorithm, rule, undefined, 5000, 4)
    expect(decision).toEqual({
      allowed: true,
      limit: 10,
      remaining: 6,
      retryAfterMs: 0,
      resetAfterMs: 4000,
      replenishAfterMs: 1000,
      delayMs: 0,
      never: false,
    })
    expect(next).toEqual({ level: 6000, atMs: 5000 })
  })

  test('that refuses has the numbers as they stand, and no next state', () => {
    const step = transition(tokenBucketAlgorithm, rule, { level: 6000, atMs: 5000 }, 5000, 7)
    expect(step).toEqual({
      decision: {
        allowed: false,
        limit: 10,
        remaining: 6,
        retryAfterMs: 1000,
        resetAfterMs: 4000,
        replenishAfterMs: 1000,
        delayMs: 0,
        never: false,
      },
    })
    expect('next' in step).toBe(false)
  })

  test('of a cost above the limit never passes, also with a full bucket', () => {
    expect(transition(tokenBucketAlgorithm, rule, undefined, 5000, 11)).toEqual({
      decision: {
        allowed: false,
        limit: 10,
        remaining: 10,
        retryAfterMs: Infinity,
        resetAfterMs: 0,
        replenishAfterMs: 0,
        delayMs: 0,
        never: true,
      },
    })
  })

  test('of a cost of 0 passes, even in debt, and has no next state', () => {
    const step = transition(tokenBucketAlgorithm, rule, { level: -3000, atMs: 5000 }, 5000, 0)
    expect(step.decision).toMatchObject({
      allowed: true,
      remaining: 0,
      retryAfterMs: 0,
      replenishAfterMs: 4000,
    })
    expect('next' in step).toBe(false)
  })
})

describe('what is foreseen', () => {
  const queue = leakyBucketRule('size', 3, 1, 1000)
  const busy = leakyBucketAlgorithm.take(queue, undefined, 5000, 2)

  test('is the answer of a check, with the numbers before the charge', () => {
    const foreseen = foresee(leakyBucketAlgorithm, queue, busy, 5000, 1)
    expect(foreseen).toMatchObject({ allowed: true, remaining: 1, delayMs: 2000 })
    const { decision } = transition(leakyBucketAlgorithm, queue, busy, 5000, 1)
    expect(decision).toMatchObject({ allowed: true, remaining: 0, delayMs: 2000 })
  })

  test('of what would be refused, or costs nothing, has no delay', () => {
    expect(foresee(leakyBucketAlgorithm, queue, busy, 5000, 2)).toMatchObject({ allowed: false, delayMs: 0 })
    expect(foresee(leakyBucketAlgorithm, queue, busy, 5000, 0)).toMatchObject({ allowed: true, delayMs: 0 })
    expect(foresee(leakyBucketAlgorithm, queue, busy, 5000, 4)).toMatchObject({ never: true, delayMs: 0 })
    expect(transition(leakyBucketAlgorithm, queue, busy, 5000, 0).decision.delayMs).toBe(0)
    expect(transition(leakyBucketAlgorithm, queue, busy, 5000, 2).decision.delayMs).toBe(0)
  })
})
