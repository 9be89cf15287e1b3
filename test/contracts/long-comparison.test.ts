/**
 * Long random histories of many keys: the store must decide every request as the bare transition does.
 * `SLUICE_LONG_DECISIONS` sets how many are decided, over all algorithms; `npm run test:long` takes ten million.
 */
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
} from 'sluice'
import { expect, test } from 'vitest'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'

const decisions = Number(process.env['SLUICE_LONG_DECISIONS'] ?? 400_000)
const keys = 50_000

const limits = {
  'token bucket': tokenBucket({ capacity: 10, rate: '7/min' }),
  gcra: gcra({ burst: 10, rate: '997/h' }),
  'leaky bucket by size': leakyBucket({ size: 5, rate: '7/min' }),
  'leaky bucket by queue': leakyBucket({ queue: 5, rate: '7/min' }),
  'fixed window': fixedWindow({ limit: 10, window: '1m' }),
  'fixed window from the first request': fixedWindow({ limit: 10, window: '1m', align: 'first-request' }),
  'fixed window by the calendar': fixedWindow({ limit: 10, window: 'day', timeZone: 'Asia/Kathmandu' }),
  'sliding log': slidingLog({ limit: 10, window: '1m' }),
  'sliding window counter': slidingWindowCounter({ limit: 10, window: '1m' }),
}

/** A generator of 32-bit numbers (Marsaglia's xorshift), so that a failure can be run again. */
function numbers(seed: number): () => number {
  let x = seed
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return x >>> 0
  }
}

test.each(Object.entries(limits))('%s', (name, limit) => {
  const clock = manualClock(1_780_000_000_000)
  const limiter = createLimiter({ limit, clock, maxKeys: 1_000_000 })
  const states = new Map<string, unknown>()
  const next = numbers(name.length + 1)
  let differing = 0
  for (let count = 0; count < decisions / Object.keys(limits).length; count++) {
    if (next() % 4 === 0) clock.advance(next() % 16)
    if (next() % 100_000 === 0) clock.advance(next() % 200_000)
    const key = `user:${next() % keys}`
    const cost = next() % 8 === 0 ? next() % 13 : 1
    const nowMs = clock.now()
    const { decision, ...step } = transition(limit.algorithm, limit.rule, states.get(key), nowMs, cost)
    if ('next' in step) states.set(key, step.next)
    const found = limiter.check(key, { cost })
    const isSame =
      found.allowed === decision.allowed &&
      found.remaining === decision.remaining &&
      found.retryAfterMs === decision.retryAfterMs &&
      found.resetAfterMs === decision.resetAfterMs &&
      found.replenishAfterMs === decision.replenishAfterMs &&
      found.delayMs === decision.delayMs &&
      found.never === decision.never
    if (!isSame) differing++
  }
  expect(differing).toBe(0)
})
