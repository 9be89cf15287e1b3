/**
 * Checks of one cost under one limit are decided by steps of their own in Redis. They decide as the bare transition does,
 * also where the clock steps back, for keys that are new, under way and over.
 */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { generationMs } from '../../packages/sluice/src/stores/redis/wire/generation.ts'
import { numbers } from '../support/numbers.ts'
import { PureKey } from '../support/pure-key.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const HUGE = 2 ** 50

const cases: readonly (readonly [string, Limit, readonly number[]])[] = [
  ['token bucket', tokenBucket({ capacity: 7, rate: '3/s' }), [0, 1, 1, 2, 8]],
  ['gcra', gcra({ burst: 7, rate: '3/s' }), [0, 1, 1, 2, 8]],
  ['leaky bucket, size', leakyBucket({ size: 4, rate: '3/s' }), [0, 1, 1, 2, 5]],
  ['leaky bucket, queue', leakyBucket({ queue: 4, rate: '3/s' }), [0, 1, 1, 2, 6]],
  ['fixed window', fixedWindow({ limit: 5, window: 700 }), [0, 1, 1, 2, 6]],
  ['own windows', fixedWindow({ limit: 5, window: 700, align: 'first-request' }), [0, 1, 1, 2, 6]],
  ['sliding window counter', slidingWindowCounter({ limit: 9, window: 400 }), [0, 1, 1, 2, 10]],
  ['sliding log', slidingLog({ limit: 6, window: 500 }), [0, 1, 1, 2, 7]],
  ['sliding log of huge costs', slidingLog({ limit: 2 * HUGE, window: 300 }), [0, HUGE, 1, HUGE / 2]],
]

describeWithRedis('plain checks', () => {
  let server: RedisServer
  let client: Redis
  let prefixes = 0

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  function limiterOf(limit: Limit, startMs: number) {
    const clock = manualClock(startMs)
    const options = { clock, prefix: `plain${prefixes++}`, deadlineMs: 10_000, refusalMemory: false } as const
    return { clock, limiter: createLimiter({ limit, store: redisStore(client, options) }) }
  }

  describe.each(cases)('%s', (name, limit, costs) => {
    test.each([0, 1, 2, 3, 4, 5, 6, 7])('history %i', async (seed) => {
      // Within one generation, so that nothing is forgotten; most of it is a clock that goes on, and some that steps back.
      const spanMs = generationMs(limit)
      const fromMs = Math.ceil(1_780_000_000_000 / spanMs) * spanMs
      const { clock, limiter } = limiterOf(limit, fromMs)
      const pure = new Map(['a', 'b', 'c'].map((key) => [key, new PureKey(limit)]))
      const next = numbers(seed * 1000 + name.length)
      let nowMs = fromMs
      for (let turn = 0; turn < 250; turn++) {
        const moveMs = [0, 1, 7, 40, 120, -30, -400, 300][next() % 8] as number
        nowMs = Math.min(fromMs + spanMs - 1, Math.max(fromMs, nowMs + moveMs))
        clock.set(nowMs)
        const cost = costs[next() % costs.length] as number
        const keys = Array.from({ length: 1 + (next() % 4) }, () => ['a', 'b', 'c'][next() % 3] as string)
        const wanted = keys.map((key) => (pure.get(key) as PureKey).check(nowMs, cost))
        // oxlint-disable-next-line no-await-in-loop -- a turn at a time
        const found = await Promise.all(keys.map((key) => limiter.check(key, { cost })))
        expect(found).toMatchObject(wanted)
      }
    })
  })

  test('a key that was full again at a later time is charged in the calendar window of that time', async () => {
    const dayMs = 86_400_000
    const startMs = Date.UTC(2026, 4, 10, 12)
    const limit = fixedWindow({ limit: 3, window: 'day', timeZone: 'UTC' })
    const { clock, limiter } = limiterOf(limit, startMs)
    await limiter.check('key')
    await limiter.refund('key')
    clock.advance(-4 * dayMs)
    expect(await limiter.check('key')).toMatchObject({
      allowed: true,
      remaining: 2,
      resetAfterMs: 4.5 * dayMs,
    })
  })
})
