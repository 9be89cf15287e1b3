/** Rates and idle spells far from the usual. */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'

const buckets = [
  ['token bucket', (burst: number, amount: number) => tokenBucket({ capacity: burst, rate: `${amount}/s` })],
  ['GCRA', (burst: number, amount: number) => gcra({ burst, rate: `${amount}/s` })],
] as const

describe.each(buckets)('%s', (_, bucket) => {
  // B15
  test.each([
    [2000, 2],
    [8000, 8],
    [1_000_000, 1000],
  ])('%i a second on a millisecond clock are %i a millisecond', (amount, perMs) => {
    const clock = manualClock(1_700_000_000_000)
    const limiter = createLimiter({ limit: bucket(amount, amount), clock })
    expect(limiter.check('key', { cost: amount - 1 }).allowed).toBe(true)
    expect([limiter.check('key').allowed, limiter.check('key').allowed]).toEqual([true, false])
    for (let ms = 1; ms <= 2; ms++) {
      clock.advance(1)
      const calls = Array.from({ length: perMs + 1 }, () => limiter.check('key').allowed)
      expect(calls).toEqual(calls.map((_call, index) => index < perMs))
    }
  })

  // B16
  test('an idle spell of hours or years fills the bucket and no more', () => {
    const clock = manualClock()
    const limiter = createLimiter({ limit: bucket(100_000, 100_000), clock })
    for (const ms of [0, 43_200_000, 315_360_000_000]) {
      clock.set(ms)
      expect(limiter.check('key')).toMatchObject({ allowed: true, remaining: 99_999 })
    }
  })
})

// B17: a zero is an error here, so that it can mean neither "no limit" nor "nothing passes" by accident.
test.each([
  ['a rate of 0', () => tokenBucket({ capacity: 1, rate: { amount: 0, periodMs: 1000 } }), 'rate.amount'],
  ['a rate of 0 as text', () => gcra({ burst: 1, rate: '0/s' }), 'rate'],
  ['a leak of 0', () => leakyBucket({ size: 1, rate: '0/s' }), 'rate'],
  ['a limit of 0 in a fixed window', () => fixedWindow({ limit: 0, window: 60_000 }), 'limit'],
  ['a limit of 0 in a sliding log', () => slidingLog({ limit: 0, window: 60_000 }), 'limit'],
  [
    'a limit of 0 in a sliding window counter',
    () => slidingWindowCounter({ limit: 0, window: 60_000 }),
    'limit',
  ],
])('%s is refused when the limit is built', (_, build, field) => {
  expect(build).toThrow(expect.objectContaining({ name: 'SluiceError', field }))
})
