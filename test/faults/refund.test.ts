/** A refund goes back where it came from, and a refusal has nothing to give back. */
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingLog,
  slidingWindowCounter,
} from '../../packages/sluice/src/index.ts'

// B56
describe.each([
  ['fixed window', fixedWindow({ limit: 2, window: 1000 })],
  ['fixed window from the first request', fixedWindow({ limit: 2, window: 1000, align: 'first-request' })],
])('%s', (_, limit) => {
  test('a refund of the window that is over gives the next one nothing', () => {
    const clock = manualClock(900)
    const limiter = createLimiter({ limit, clock })
    const { atMs } = limiter.check('key')
    clock.set(1900)
    limiter.refund('key', { atMs })
    limiter.check('key')
    limiter.refund('key', { atMs })
    expect([limiter.check('key').allowed, limiter.check('key').allowed]).toEqual([true, false])
  })
})

// B56, to the figures of the case
test('a success counted in one window and refunded in the next leaves room for two failures, not three', () => {
  const clock = manualClock(900)
  const limiter = createLimiter({ limit: fixedWindow({ limit: 2, window: 1000 }), clock })
  const success = limiter.check('key')
  clock.set(1500)
  limiter.refund('key', { atMs: success.atMs })
  clock.set(1600)
  expect([1, 2, 3].map(() => limiter.check('key').allowed)).toEqual([true, true, false])
})

// B56, on the algorithms that look back over the edge
test('a reservation that has left the log takes nothing from the requests that came after it', () => {
  const clock = manualClock(0)
  const limiter = createLimiter({ limit: slidingLog({ limit: 5, window: 1000 }), clock })
  const reservation = limiter.reserve('key', { cost: 2 })
  clock.set(900)
  limiter.check('key', { cost: 3 })
  clock.set(1500)
  expect(limiter.settle(reservation, 0).remaining).toBe(2)
})

test('a sliding window counter credits the window that was charged, with the weight that it still has', () => {
  const clock = manualClock(900)
  const limiter = createLimiter({ limit: slidingWindowCounter({ limit: 10, window: 1000 }), clock })
  const { atMs } = limiter.check('key', { cost: 8 })
  clock.set(1500)
  // Half of 8 still weighs, and half of the 2 that stay.
  expect(limiter.peek('key').remaining).toBe(6)
  expect(limiter.refund('key', { cost: 6, atMs }).remaining).toBe(9)
  clock.set(2000)
  limiter.check('key', { cost: 4 })
  expect(limiter.refund('key', { cost: 2, atMs }).remaining).toBe(6)
})

// B57
test('a request refused by one limit is charged by none', () => {
  const limiter = createLimiter({
    limits: {
      user: fixedWindow({ limit: 1, window: 60_000 }),
      global: fixedWindow({ limit: 10, window: 60_000 }),
    },
    clock: manualClock(),
  })
  const first = Array.from({ length: 20 }, () => limiter.check({ user: 'first', global: 'all' }))
  expect(first.filter(({ allowed }) => allowed).length).toBe(1)
  expect(first.at(-1)).toMatchObject({ refusedBy: ['user'], limits: { global: { remaining: 9 } } })
  expect(limiter.check({ user: 'second', global: 'all' })).toMatchObject({
    allowed: true,
    limits: { user: { remaining: 0 }, global: { remaining: 8 } },
  })
})
