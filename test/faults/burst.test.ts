/** Credit saved in an idle spell is capped, and spent once. */
import { expect, test } from 'vitest'
import { createLimiter, gcra, manualClock } from '../../packages/sluice/src/index.ts'

// B21
test('after an idle spell one saved slot goes at once, and the pace holds from then on', () => {
  const clock = manualClock()
  const limiter = createLimiter({ limit: gcra({ burst: 2, rate: '1/s' }), clock })
  expect(limiter.check('pace').allowed).toBe(true)
  clock.set(2000)
  const takenAt: number[] = []
  for (let take = 0; take < 24; take++) {
    clock.advance(limiter.peek('pace').retryAfterMs)
    expect(limiter.check('pace').allowed).toBe(true)
    takenAt.push(clock.now())
  }
  const pace = Array.from({ length: 22 }, (_, index) => 3000 + index * 1000)
  expect(takenAt).toEqual([2000, 2000, ...pace])
  expect(takenAt.at(-1)).toBe(24_000)
})
