/** Windows belong to their key, and what a limiter was told at their edges holds. */
import { expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingLog,
  slidingWindowCounter,
} from '../../packages/sluice/src/index.ts'
import { allowedAt } from '../support/allowed-at.ts'

// B01
test('the end of one key’s window frees no other key', () => {
  const clock = manualClock()
  const limiter = createLimiter({
    limit: fixedWindow({ limit: 5, window: 180_000, align: 'first-request' }),
    clock,
  })
  limiter.check('A')
  for (let ms = 120_000; ms < 120_005; ms++) {
    clock.set(ms)
    expect(limiter.check('B').allowed).toBe(true)
  }
  clock.set(179_000)
  expect(limiter.check('B').allowed).toBe(false)
  clock.set(180_000)
  expect(limiter.check('A')).toMatchObject({ allowed: true, remaining: 4 })
  expect(limiter.check('B')).toMatchObject({ allowed: false, retryAfterMs: 120_000 })
  clock.set(299_999)
  expect(limiter.check('B').allowed).toBe(false)
  clock.set(300_000)
  expect(limiter.check('B')).toMatchObject({ allowed: true, remaining: 4 })
})

// B01, in the clock-aligned reading
test('a window aligned to the clock announces its end from the start', () => {
  const clock = manualClock(120_000)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 5, window: 180_000 }), clock })
  expect(limiter.check('B', { cost: 5 }).resetAfterMs).toBe(60_000)
  clock.set(179_000)
  expect(limiter.check('B')).toMatchObject({ allowed: false, retryAfterMs: 1000 })
  clock.set(180_000)
  expect(limiter.check('B').allowed).toBe(true)
})

// B02
test('an allowance is not topped up in the middle of a burst because the limiter was made a window ago', () => {
  const clock = manualClock()
  const limiter = createLimiter({ limit: slidingLog({ limit: 5, window: 60_000 }), clock })
  clock.set(59_999)
  for (let job = 0; job < 10; job++) expect(limiter.check('jobs').allowed).toBe(job < 5)
  for (const ms of [60_000, 119_998]) {
    clock.set(ms)
    expect(limiter.check('jobs').allowed).toBe(false)
  }
  clock.set(119_999)
  for (let job = 0; job < 10; job++) expect(limiter.check('jobs').allowed).toBe(job < 5)
})

const everySecond = Array.from({ length: 20 }, (_, second) => second * 1000)

// B03
test('a sliding log lets a steady client back in, as refused requests are not counted', () => {
  const clock = manualClock()
  const limiter = createLimiter({ limit: slidingLog({ limit: 5, window: 10_000 }), clock })
  expect(allowedAt(limiter, clock, everySecond)).toEqual([
    0, 1000, 2000, 3000, 4000, 10_000, 11_000, 12_000, 13_000, 14_000,
  ])
})

// B03
test('a sliding window counter lets a steady client back in, as refused requests are not counted', () => {
  const clock = manualClock()
  const limiter = createLimiter({ limit: slidingWindowCounter({ limit: 5, window: 10_000 }), clock })
  const allowed = allowedAt(limiter, clock, everySecond)
  expect(allowed.filter((ms) => ms >= 10_000).length).toBeGreaterThanOrEqual(4)
})

// B03, the explicit option
test('counting refused requests, by choice, keeps a client out that never pauses', () => {
  const clock = manualClock()
  const limiter = createLimiter({
    limit: slidingLog({ limit: 5, window: 10_000 }),
    clock,
    countRefused: true,
  })
  expect(allowedAt(limiter, clock, everySecond)).toEqual([0, 1000, 2000, 3000, 4000])
})
