/** Costs of nothing, of much, and of more than there will ever be. */
import { describe, expect, test } from 'vitest'
import { createLimiter, gcra, manualClock, tokenBucket } from '../../packages/sluice/src/index.ts'
import {
  fixedWindow,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
} from '../../packages/sluice/src/index.ts'

const ofTen = [
  ['token bucket', tokenBucket({ capacity: 10, rate: '10/min' })],
  ['GCRA', gcra({ burst: 10, rate: '10/min' })],
  ['leaky bucket by size', leakyBucket({ size: 10, rate: '10/min' })],
  ['leaky bucket by queue', leakyBucket({ queue: 9, rate: '10/min' })],
  ['fixed window', fixedWindow({ limit: 10, window: 60_000 })],
  ['sliding log', slidingLog({ limit: 10, window: 60_000 })],
  ['sliding window counter', slidingWindowCounter({ limit: 10, window: 60_000 })],
] as const

describe.each(ofTen)('%s', (_, limit) => {
  // B18
  test('a cost above the limit never passes and takes nothing', () => {
    const limiter = createLimiter({ limit, clock: manualClock() })
    expect(limiter.check('key', { cost: 5 })).toMatchObject({ allowed: true, remaining: 5 })
    expect(limiter.check('key', { cost: 100 })).toMatchObject({
      allowed: false,
      never: true,
      retryAfterMs: Infinity,
      remaining: 5,
    })
    expect(limiter.check('key', { cost: 5 }).allowed).toBe(true)
  })

  // B20
  test('a cost of 0 takes nothing, moves no reset and makes no record', () => {
    const clock = manualClock()
    const limiter = createLimiter({ limit, clock })
    for (let hit = 0; hit < 3; hit++) limiter.check('key')
    const before = limiter.peek('key', { cost: 0 })
    expect(before.remaining).toBe(7)
    for (let look = 0; look < 5; look++) expect(limiter.check('key', { cost: 0 })).toEqual(before)
    expect(limiter.check('never seen', { cost: 0 })).toMatchObject({
      allowed: true,
      remaining: 10,
      resetAfterMs: 0,
    })
    clock.advance(before.resetAfterMs)
    expect(limiter.check('key', { cost: 0 })).toMatchObject({ remaining: 10, resetAfterMs: 0 })
  })
})

// B19
describe.each([
  ['token bucket', tokenBucket({ capacity: 10, rate: { amount: 1, periodMs: 10_000 } })],
  ['GCRA', gcra({ burst: 10, rate: { amount: 1, periodMs: 10_000 } })],
])('%s', (_, limit) => {
  test('a refused request takes nothing, so a smaller one passes at once', () => {
    const limiter = createLimiter({ limit, clock: manualClock() })
    limiter.check('key', { cost: 8 })
    expect(limiter.check('key', { cost: 5 })).toMatchObject({
      allowed: false,
      remaining: 2,
      retryAfterMs: 30_000,
    })
    expect(limiter.check('key', { cost: 2 })).toMatchObject({ allowed: true, remaining: 0 })
  })

  test('an impossible request takes nothing and keeps no record longer than a refill', () => {
    const limiter = createLimiter({ limit, clock: manualClock() })
    limiter.check('key', { cost: 8 })
    expect(limiter.check('key', { cost: 1_000_000 })).toMatchObject({
      allowed: false,
      never: true,
      remaining: 2,
      resetAfterMs: 80_000,
    })
  })
})
