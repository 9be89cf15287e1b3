/** Clocks that step back, start anywhere, or disagree. */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  manualClock,
  memoryStore,
  systemClock,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'

// B10
test('a clock that steps back takes no tokens, and gives none twice when it comes forward again', () => {
  const clock = manualClock(100_000)
  const limiter = createLimiter({ limit: tokenBucket({ capacity: 10, rate: '1/s' }), clock })
  expect(limiter.check('key', { cost: 3 }).remaining).toBe(7)
  clock.set(89_000)
  expect(limiter.check('key')).toMatchObject({ allowed: true, remaining: 6 })
  clock.set(100_500)
  // 6.5 tokens, of which one goes: the half shows in the wait for the next whole one.
  expect(limiter.check('key')).toMatchObject({ allowed: true, remaining: 5, replenishAfterMs: 500 })
})

// B10
test('the system clock does not see a step of the wall clock', () => {
  const source = {
    wall: 100_000,
    monotonic: 0,
    wallMs: () => source.wall,
    monotonicMs: () => source.monotonic,
  }
  const limiter = createLimiter({
    limit: tokenBucket({ capacity: 10, rate: '1/s' }),
    clock: systemClock(source),
  })
  limiter.check('key', { cost: 3 })
  source.wall = 89_000
  expect(limiter.check('key').remaining).toBe(6)
  source.monotonic = 500
  source.wall = 100_500
  expect(limiter.check('key')).toMatchObject({ remaining: 5, replenishAfterMs: 500 })
})

// B10, where the store had let go of the key while the clock was ahead
test('an allowance that came back while the clock was ahead does not come back again after it steps back', () => {
  const clock = manualClock(900)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 2, window: 1000 }), clock })
  expect(limiter.check('key', { cost: 2 }).allowed).toBe(true)
  clock.set(1000)
  limiter.check('another')
  clock.set(950)
  limiter.check('key', { cost: 2 })
  clock.set(1999)
  expect(limiter.check('key').allowed).toBe(false)
  clock.set(2000)
  expect(limiter.check('key').allowed).toBe(true)
})

// B11
describe.each([
  ['token bucket', tokenBucket({ capacity: 10, rate: '1/s' })],
  ['GCRA', gcra({ burst: 10, rate: '1/s' })],
])('%s', (_, limit) => {
  test('a new key is full, however early the clock', () => {
    const limiter = createLimiter({ limit, clock: manualClock(3) })
    for (let call = 0; call < 10; call++) expect(limiter.check('key').allowed).toBe(true)
    expect(limiter.check('key')).toMatchObject({ allowed: false, retryAfterMs: 1000 })
  })
})

// B12: one store in memory is read by one clock, so callers that ask in turn see one time.
test('whoever asks first after the window is let in, and nobody before', () => {
  const clock = manualClock(1_700_000_000_000)
  const limiter = createLimiter({
    store: memoryStore(),
    limit: fixedWindow({ limit: 1, window: 10_000, align: 'first-request' }),
    clock,
  })
  const nodeA = (): boolean => limiter.check('key').allowed
  const nodeB = (): boolean => limiter.check('key').allowed
  expect(nodeA()).toBe(true)
  clock.advance(9000)
  expect(nodeB()).toBe(false)
  clock.advance(999)
  expect([nodeA(), nodeB()]).toEqual([false, false])
  clock.advance(1)
  expect([nodeB(), nodeA()]).toEqual([true, false])
})
