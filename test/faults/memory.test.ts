import { createLimiter, fixedWindow, manualClock } from '../../packages/sluice/src/index.ts'
import { expect, test } from 'vitest'

const startMs = 1_780_000_020_000

// B24
test('keys seen once are let go, however many they were', () => {
  const clock = manualClock(startMs)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 5, window: '1s' }), clock })
  const peaks: number[] = []
  for (const round of [1, 2]) {
    let peak = 0
    for (let index = 0; index < 100_000; index++) {
      limiter.check(`round ${round}, address ${index}`)
      peak = Math.max(peak, limiter.stats().keys)
    }
    peaks.push(peak)
    clock.advance(10_000)
    limiter.check(`after round ${round}`)
    expect(limiter.stats().keys).toBeLessThan(10)
    expect(limiter.stats().bytes).toBeLessThan(2000)
    clock.advance(1000)
  }
  expect(peaks[1]).toBeLessThanOrEqual(peaks[0]!)
})

// B24, with traffic that never pauses
test('keys that expire one after another are dropped as calls come', () => {
  const clock = manualClock(startMs)
  const limiter = createLimiter({
    limit: fixedWindow({ limit: 5, window: '1s', align: 'first-request' }),
    clock,
  })
  let most = 0
  for (let index = 0; index < 200_000; index++) {
    if (index % 10 === 0) clock.advance(1)
    limiter.check(`address ${index}`)
    if (index > 50_000) most = Math.max(most, limiter.stats().keys)
  }
  // Ten thousand keys are alive at any time.
  expect(most).toBeLessThan(15_000)
})

// B25
test('a flood of new keys frees nobody who is being refused', () => {
  const clock = manualClock(startMs)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 20, window: '1m' }), clock, maxKeys: 10_000 })
  limiter.check('x', { cost: 20 })
  for (let index = 0; index < 10_001; index++) limiter.check(`other ${index}`)
  expect(limiter.check('x').allowed).toBe(false)
  expect(limiter.stats()).toMatchObject({ keys: 10_000, evictions: 2 })
})
