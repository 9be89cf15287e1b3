/** How long keys live in Redis. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimiter, fixedWindow, manualClock } from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { sampleLimits } from '../support/sample-limits.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { heldKeys } from '../support/redis/keys-without-expiry.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const deadlineMs = 5000
const HOUR_MS = 3_600_000

describeWithRedis('keys in Redis', () => {
  let server: RedisServer
  let client: Redis
  let stores = 0

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })
  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  async function statesOf(prefix: string): Promise<string[]> {
    const keys = await client.keys(`${prefix}*`)
    return keys.filter((key) => !/:(?:clock|peers)$/.test(key))
  }

  // B35
  test.each(Object.entries(sampleLimits))(
    'that have lost their expiry get it back with the next hit: %s',
    async (_, limit) => {
      const prefix = `lost${++stores}`
      const clock = manualClock(1_780_000_000_000)
      const store = redisStore(client, { prefix, deadlineMs, clock, refusalMemory: false })
      const limiter = createLimiter({ store, limit })
      const most = limit.rule.limit
      await limiter.check('key', { cost: most })
      const states = await statesOf(prefix)
      expect(states).toHaveLength(1)
      for (const key of states) await client.persist(key)
      const refused = await limiter.check('key', { cost: most })
      expect(refused).toMatchObject({ allowed: false })
      for (const key of states) expect(await client.pttl(key)).toBeGreaterThan(0)
      clock.advance(refused.retryAfterMs)
      expect(await limiter.check('key', { cost: most })).toMatchObject({ allowed: true })
      for (const key of await statesOf(prefix)) expect(await client.pttl(key)).toBeGreaterThan(0)
    },
  )

  test('never outlive their limit for long, and none stays for ever', async () => {
    const prefix = `life${++stores}`
    const store = redisStore(client, { prefix, deadlineMs })
    for (const limit of Object.values(sampleLimits)) {
      const limiter = createLimiter({ store, limit })
      await limiter.check('key')
      await limiter.check('key', { cost: limit.rule.limit + 1 })
      await limiter.block('blocked', '1m')
      await limiter.reserve('reserved').then((reservation) => limiter.settle(reservation, 3))
    }
    expect(await heldKeys(server.port)).toMatchObject({ withoutExpiry: [] })

    const hourly = redisStore(client, { prefix: `${prefix}-hour`, deadlineMs })
    await createLimiter({ store: hourly, limit: fixedWindow({ limit: 5, window: '1h' }) }).check('key')
    const lives = await Promise.all((await statesOf(`${prefix}-hour`)).map((key) => client.pttl(key)))
    for (const lifeMs of lives) {
      expect(lifeMs).toBeGreaterThanOrEqual(HOUR_MS)
      expect(lifeMs).toBeLessThanOrEqual(4 * HOUR_MS)
    }
  })

  // B36
  test('are not given more time by every hit, and a slow client is never refused', async () => {
    const prefix = `slow${++stores}`
    const clock = manualClock(1_780_000_000_000)
    const store = redisStore(client, { prefix, deadlineMs, clock })
    const limiter = createLimiter({ store, limit: fixedWindow({ limit: 100, window: 120_000 }) })
    for (let call = 0; call < 120; call++) {
      const decision = await limiter.check('key')
      expect(decision).toMatchObject({ allowed: true })
      expect(decision.remaining).toBeGreaterThanOrEqual(96)
      clock.advance(30_000)
    }
  })

  test('keep the end that their first hit gave them', async () => {
    const prefix = `first${++stores}`
    const store = redisStore(client, { prefix, deadlineMs })
    const limiter = createLimiter({ store, limit: fixedWindow({ limit: 100, window: '365d' }) })
    const ends = async (): Promise<unknown[]> =>
      Promise.all((await statesOf(prefix)).map((key) => client.pexpiretime(key)))
    await limiter.check('key')
    const first = await ends()
    for (let hit = 0; hit < 20; hit++) await limiter.check('key')
    expect(await ends()).toEqual(first)
    expect(first).toEqual([expect.any(Number)])
  })
})
