/** Refusals that are repeated without a round trip, through whole stores on a real Redis. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingWindowCounter,
  type LimitDecision,
  type Limiter,
  type ManualClock,
} from '../../packages/sluice/src/index.ts'
import { ioredisScripting } from '../../packages/sluice/src/stores/redis/clients/ioredis.ts'
import {
  redisStore,
  type RedisScripting,
  type RedisStoreOptions,
} from '../../packages/sluice/src/stores/redis/index.ts'
import { decideScript } from '../../packages/sluice/src/stores/redis/script/script.generated.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { sampleLimits } from '../support/sample-limits.ts'

const startMs = 1_780_000_000_000

describeWithRedis('refusal memory', () => {
  let server: RedisServer
  let client: Redis
  let clock: ManualClock
  let calls = 0
  let prefixes = 0

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  beforeEach(() => {
    prefixes++
    clock = manualClock(startMs)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  function storeOf(options: RedisStoreOptions = {}): ReturnType<typeof redisStore> {
    const scripting = ioredisScripting(client)
    const counting: RedisScripting = {
      ...scripting,
      evalSha: (sha, keys, args) => {
        if (sha === decideScript.sha) calls++
        return scripting.evalSha(sha, keys, args)
      },
    }
    return redisStore(counting, { prefix: `refusals${prefixes}`, clock, deadlineMs: 5000, ...options })
  }

  describe.each(Object.entries(sampleLimits))('%s', (_, limit) => {
    test('a refused key costs one round trip until its wait is over, to the millisecond', async () => {
      const store = storeOf({ refusalMemory: { maxMs: 1_000_000_000 } })
      const limiter = createLimiter({ store, limit })
      const first = calls
      await limiter.check('key', { cost: limit.rule.limit })
      const refused = await limiter.check('key')
      const before = calls
      expect(before - first).toBe(2)
      const waits = [0, 1, 2, refused.retryAfterMs - 2, refused.retryAfterMs - 1]
      for (const ms of waits.filter((each) => each >= 0 && each < refused.retryAfterMs)) {
        clock.set(startMs + ms)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await limiter.check('key')).toEqual({
          ...refused,
          atMs: startMs + ms,
          retryAfterMs: refused.retryAfterMs - ms,
          resetAfterMs: refused.resetAfterMs - ms,
          replenishAfterMs: refused.replenishAfterMs - ms,
        })
      }
      expect(calls).toBe(before)
      clock.set(startMs + refused.retryAfterMs)
      expect(await limiter.check('key')).toMatchObject({ allowed: true })
    })
  })

  // Known fault: alisaifee/limits issue 276.
  test('after a reset the whole limit passes again, and other keys are as they were', async () => {
    const limiter = createLimiter({
      store: storeOf(),
      limit: slidingWindowCounter({ limit: 3, window: '1m' }),
    })
    for (const key of ['key', 'other']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await remainingOf(limiter, key, 4)).toEqual([2, 1, 0, 'refused'])
    }
    await limiter.reset('key')
    expect(await remainingOf(limiter, 'key', 4)).toEqual([2, 1, 0, 'refused'])
    expect(await remainingOf(limiter, 'other', 1)).toEqual(['refused'])
  })

  // Known fault: envoyproxy/ratelimit issue 1077.
  test('a refusal under one limit says nothing about another for the same key', async () => {
    const [low, high] = [5, 100].map((limit) =>
      createLimiter({ store: storeOf(), name: 'shared', limit: fixedWindow({ limit, window: '1m' }) }),
    ) as [Limiter<'async'>, Limiter<'async'>]
    expect(await remainingOf(low, 'key', 6)).toEqual([4, 3, 2, 1, 0, 'refused'])
    expect(await remainingOf(high, 'key', 1)).toEqual([94])
  })

  // Known fault: envoyproxy/ratelimit issue 423.
  test.each([false, {}] as const)('as many refusals are told with the memory %o', async (refusalMemory) => {
    const limit = fixedWindow({ limit: 10, window: '1m' })
    const limiter = createLimiter({ store: storeOf({ refusalMemory }), limit })
    let decided = 0
    let refused = 0
    limiter.on('decision', () => decided++)
    limiter.on('refused', () => refused++)
    await remainingOf(limiter, 'key', 25)
    expect({ decided, refused }).toEqual({ decided: 25, refused: 15 })
  })

  test('where refusals are counted every one is asked', async () => {
    const limit = fixedWindow({ limit: 1, window: '1m' })
    const limiter = createLimiter({ store: storeOf(), limit, countRefused: true })
    const before = calls
    await remainingOf(limiter, 'key', 5)
    expect(calls - before).toBe(5)
  })

  test('a refusal is still repeated while the store is away, and is not the answer of a policy', async () => {
    const own = await startRedis()
    const other = new Redis(own.port, { retryStrategy: null })
    other.on('error', () => {})
    const store = redisStore(other, { clock, deadlineMs: 200 })
    const limit = fixedWindow({ limit: 1, window: '1m' })
    const limiter = createLimiter({ store, limit, onStoreFailure: 'allow' })
    try {
      await remainingOf(limiter, 'key', 2)
      await own.kill()
      expect(await limiter.check('other')).toMatchObject({ allowed: true, fallback: 'allow' })
      expect(await limiter.check('key')).not.toHaveProperty('fallback')
      expect(await limiter.check('key')).toMatchObject({ allowed: false })
      clock.advance(1000)
      expect(await limiter.check('key')).toMatchObject({ allowed: true, fallback: 'allow' })
    } finally {
      other.disconnect()
      await own.stop()
    }
  })

  test.each([{ maxKeys: 0 }, { maxMs: 1.5 }, { maxKey: 5 }, true])('%o is refused', (refusalMemory) => {
    expect(() => redisStore(client, { refusalMemory: refusalMemory as {} })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^ERR_INVALID_(NUMBER|OPTION)$/) }),
    )
  })
})

/** What is left after each of so many requests, one after the other. */
async function remainingOf(
  limiter: Limiter<'async'>,
  key: string,
  times: number,
): Promise<(number | 'refused')[]> {
  const seen: LimitDecision[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let count = 0; count < times; count++) seen.push(await limiter.check(key))
  return seen.map(({ allowed, remaining }) => (allowed ? remaining : 'refused'))
}
