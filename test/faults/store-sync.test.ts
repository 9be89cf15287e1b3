/** Units that are counted in one place and spent in another. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimiter, fixedWindow, manualClock, type Limiter } from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

// B39
describeWithRedis('a counter that processes share', () => {
  let server: RedisServer
  const clients: Redis[] = []
  const clock = manualClock(1_780_000_000_000)

  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await server.stop()
  })

  function processOf(prefix: string, lease?: { units: number; ttl: string }): Limiter<'async'> {
    const client = new Redis(server.port)
    clients.push(client)
    return createLimiter({
      name: 'shared',
      store: redisStore(client, { prefix, clock, deadlineMs: 5000 }),
      limit: fixedWindow({ limit: 60, window: '1m' }),
      ...(lease === undefined ? {} : { lease }),
    })
  }

  test('counts each request once, whoever looks in between', async () => {
    const [one, other] = [processOf('looked'), processOf('looked')]
    for (let hit = 1; hit <= 10; hit++) {
      expect(await one.check('key')).toMatchObject({ allowed: true, remaining: 60 - hit })
      expect(await other.peek('key')).toMatchObject({ remaining: 60 - hit })
      expect(await one.check('key', { cost: 0 })).toMatchObject({ remaining: 60 - hit })
    }
  })

  test('counts what is taken in advance as used, and what was not spent is back at the end', async () => {
    const lease = { units: 8, ttl: '10s' }
    const [one, other] = [processOf('leased', lease), processOf('leased', lease)]
    for (let hit = 1; hit <= 10; hit++) {
      expect(await one.check('key')).toMatchObject({ allowed: true })
      expect((await other.peek('key')).remaining).toBeLessThanOrEqual(60 - hit)
    }
    await one.close()
    expect(await other.peek('key')).toMatchObject({ remaining: 50 })
  })
})
