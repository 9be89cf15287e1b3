import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { leakyBucket } from '../../limits/leaky-bucket.ts'
import type { Limit } from '../../limits/limit.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import { slidingWindowCounter } from '../../limits/sliding-window-counter.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { isAlwaysFirst } from './always-first.ts'

const units = fc.integer({ min: 1, max: 6 })
const periodMs = fc.integer({ min: 1, max: 12 })
const rate = fc.record({ amount: fc.integer({ min: 1, max: 3 }), periodMs })

const anyLimit: fc.Arbitrary<Limit> = fc.oneof(
  fc.tuple(units, rate).map(([capacity, each]) => tokenBucket({ capacity, rate: each })),
  fc.tuple(units, rate).map(([burst, each]) => gcra({ burst, rate: each })),
  fc.tuple(units, rate).map(([size, each]) => leakyBucket({ size, rate: each })),
  fc.tuple(units, rate).map(([queue, each]) => leakyBucket({ queue, rate: each })),
  fc.tuple(units, periodMs).map(([limit, window]) => fixedWindow({ limit, window })),
  fc.tuple(units, periodMs).map(([limit, window]) => fixedWindow({ limit, window, align: 'first-request' })),
  fc.tuple(units, periodMs).map(([limit, window]) => slidingLog({ limit, window })),
  fc.tuple(units, periodMs).map(([limit, window]) => slidingWindowCounter({ limit, window })),
)

/** The other one with room to spare, so that there are pairs enough of which it is true. */
const anyPair = fc.tuple(anyLimit, anyLimit.map(widened), anyLimit)

function widened(limit: Limit): Limit {
  switch (limit.algorithm.name) {
    case 'fixed-window':
      return fixedWindow({ limit: limit.rule.limit * 4, window: 12 })
    case 'sliding-log':
      return slidingLog({ limit: limit.rule.limit * 4, window: 6 })
    case 'sliding-window-counter':
      return slidingWindowCounter({ limit: limit.rule.limit * 6, window: 7 })
    default:
      return limit
  }
}

const anyHistory = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.nat({ max: 4 }), fc.nat({ max: 40 })),
    cost: fc.integer({ min: 1, max: 3 }),
    isBoth: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
)

test('a limit of which it is said never refuses what the other lets pass, also where the other sees more', () => {
  let told = 0
  fc.assert(
    fc.property(anyPair, anyHistory, ([one, wide, plain], history) => {
      for (const other of [wide, plain]) {
        if (!isAlwaysFirst(one, other)) continue
        told++
        expectNeverRefusing(one, other, history)
      }
    }),
    { numRuns: 3000 },
  )
  expect(told).toBeGreaterThan(300)
})

function expectNeverRefusing(
  one: Limit,
  other: Limit,
  history: readonly { afterMs: number; cost: number; isBoth: boolean }[],
): void {
  const clock = manualClock(1_700_000_000_003)
  const first = createLimiter({ limit: one, clock })
  const second = createLimiter({ limit: other, clock })
  for (const { afterMs, cost, isBoth } of history) {
    clock.advance(afterMs)
    const passes = first.check('k', { cost }).allowed
    const seen = passes && isBoth ? second.check('k', { cost }).allowed : true
    expect(seen).toBe(true)
  }
}

function month(limit: number): Limit {
  return fixedWindow({ limit, window: 'month', timeZone: 'Europe/Berlin' })
}

describe('what people write', () => {
  test.each<[string, Limit, Limit, boolean]>([
    [
      'a burst and a quota that it would use up',
      tokenBucket({ capacity: 20, rate: '5/s' }),
      month(1_000_000),
      false,
    ],
    [
      'a burst and a quota that it cannot use up',
      tokenBucket({ capacity: 20, rate: '5/s' }),
      month(100_000_000),
      true,
    ],
    [
      'a log and a longer one of more',
      slidingLog({ limit: 5, window: '1s' }),
      slidingLog({ limit: 100, window: '1m' }),
      false,
    ],
    [
      'a log and a longer one of too many',
      slidingLog({ limit: 5, window: '1s' }),
      slidingLog({ limit: 300, window: '1m' }),
      true,
    ],
    [
      'a log and a shorter one of more',
      slidingLog({ limit: 5, window: '1m' }),
      slidingLog({ limit: 6, window: '1s' }),
      true,
    ],
    [
      'two buckets, the larger faster',
      gcra({ burst: 5, rate: '1/s' }),
      tokenBucket({ capacity: 6, rate: '2/s' }),
      true,
    ],
    [
      'two buckets, the larger slower',
      gcra({ burst: 5, rate: '2/s' }),
      tokenBucket({ capacity: 6, rate: '1/s' }),
      false,
    ],
    ['the same months', month(5), month(6), true],
    ['months, the other way round', month(6), month(5), false],
    [
      'hours within a day',
      fixedWindow({ limit: 5, window: '1d' }),
      fixedWindow({ limit: 5, window: '1h' }),
      true,
    ],
    [
      'days over an hour',
      fixedWindow({ limit: 5, window: '1h' }),
      fixedWindow({ limit: 50, window: '1d' }),
      false,
    ],
    [
      'windows from the first request',
      fixedWindow({ limit: 5, window: '1h', align: 'first-request' }),
      fixedWindow({ limit: 5, window: '1h', align: 'first-request' }),
      false,
    ],
  ])('%s', (_, one, other, expected) => {
    expect(isAlwaysFirst(one, other)).toBe(expected)
  })
})
