import { createLimiter, fixedWindow, manualClock, memoryStore } from '../../packages/sluice/src/index.ts'
import { expect, test } from 'vitest'

const dayMs = 86_400_000
const startMs = 20_000 * dayMs

// B58
test('two limits on one key count apart', () => {
  const clock = manualClock(startMs)
  const limits = {
    minute: fixedWindow({ limit: 180, window: '1m' }),
    day: fixedWindow({ limit: 800, window: '1d' }),
  }
  const limiter = createLimiter({ limits, clock })
  for (let count = 0; count < 99; count++) limiter.check('192.0.2.1')
  expect(limiter.check('192.0.2.1').limits).toMatchObject({
    minute: { remaining: 80, resetAfterMs: 60_000 },
    day: { remaining: 700, resetAfterMs: dayMs },
  })
})

// B59
test('a limiter with a short window does not sweep what one with a long window remembers', () => {
  const clock = manualClock(startMs)
  const store = memoryStore()
  const a = createLimiter({ limit: fixedWindow({ limit: 5, window: '1d' }), store, clock })
  const b = createLimiter({ limit: fixedWindow({ limit: 5, window: '1m' }), store, clock })
  a.check('key', { cost: 5 })
  clock.set(startMs + 61_000)
  for (let index = 0; index < 1000; index++) b.check(`key ${index}`)
  clock.set(startMs + 62_000)
  expect(a.check('key')).toMatchObject({ allowed: false, retryAfterMs: dayMs - 62_000 })
  clock.set(startMs + dayMs)
  expect(a.check('key').allowed).toBe(true)
})
