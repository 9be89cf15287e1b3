/** Rates that no binary fraction holds are exact to the millisecond. */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  gcra,
  manualClock,
  tokenBucket,
  type RateOfUnits,
} from '../../packages/sluice/src/index.ts'
import { allowedAt } from '../support/allowed-at.ts'

const buckets = [
  ['token bucket', (burst: number, rate: RateOfUnits) => tokenBucket({ capacity: burst, rate })],
  ['GCRA', (burst: number, rate: RateOfUnits) => gcra({ burst, rate })],
] as const

describe.each(buckets)('%s', (_, bucket) => {
  // B13
  test.each([
    [{ amount: 10, periodMs: 13_000 }, 1300],
    [{ amount: 1, periodMs: 3000 }, 3000],
  ])('%o is due after %i ms, whether it is asked for each millisecond or once', (rate, dueMs) => {
    const clock = manualClock()
    const polled = createLimiter({ limit: bucket(1, rate), clock })
    const everyMs = Array.from({ length: 2 * dueMs + 1 }, (_ms, ms) => ms)
    expect(allowedAt(polled, clock, everyMs)).toEqual([0, dueMs, 2 * dueMs])

    const early = createLimiter({ limit: bucket(1, rate), clock })
    expect(allowedAt(early, clock, [0, dueMs - 1])).toEqual([0])
    const onTime = createLimiter({ limit: bucket(1, rate), clock })
    expect(allowedAt(onTime, clock, [0, dueMs])).toEqual([0, dueMs])
  })

  // B14
  test('nothing passes before the announced wait is over', () => {
    const clock = manualClock()
    const limiter = createLimiter({ limit: bucket(6, { amount: 6, periodMs: 60_000 }), clock })
    for (let call = 0; call < 6; call++) expect(limiter.check('key').allowed).toBe(true)
    expect(limiter.check('key').retryAfterMs).toBe(10_000)
    const everySecond = Array.from({ length: 20 }, (_second, second) => (second + 1) * 1000)
    expect(allowedAt(limiter, clock, everySecond)).toEqual([10_000, 20_000])
  })
})
