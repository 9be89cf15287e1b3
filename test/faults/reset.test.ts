/** A reset forgets the whole of one key, and no other. */
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

// B64
describe.each([
  ['token bucket', tokenBucket({ capacity: 3, rate: '3/h' })],
  ['GCRA', gcra({ burst: 3, rate: '3/h' })],
  ['leaky bucket by size', leakyBucket({ size: 3, rate: '3/h' })],
  ['leaky bucket by queue', leakyBucket({ queue: 2, rate: '3/h' })],
  ['fixed window', fixedWindow({ limit: 3, window: 60_000 })],
  ['fixed window from the first request', fixedWindow({ limit: 3, window: 60_000, align: 'first-request' })],
  ['fixed window by the calendar', fixedWindow({ limit: 3, window: 'day' })],
  ['sliding log', slidingLog({ limit: 3, window: 60_000 })],
  ['sliding window counter', slidingWindowCounter({ limit: 3, window: 60_000 })],
])('%s', (_, limit) => {
  test.each([
    ['at one instant', 0],
    ['spread over two windows', 25_000],
  ])('three hits %s, a reset, and three more', (_spread, gapMs) => {
    const clock = manualClock(20_000)
    const limiter = createLimiter({ limit, clock })
    limiter.check('another', { cost: 3 })
    for (let hit = 0; hit < 3; hit++) {
      limiter.check('key')
      clock.advance(gapMs)
    }
    limiter.reset('key')
    const otherBefore = limiter.peek('another')
    expect([1, 2, 3, 4].map(() => limiter.check('key'))).toMatchObject([
      { allowed: true, remaining: 2 },
      { allowed: true, remaining: 1 },
      { allowed: true, remaining: 0 },
      { allowed: false, remaining: 0 },
    ])
    expect(limiter.peek('another')).toEqual(otherBefore)
  })
})
