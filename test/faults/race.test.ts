/** Requests that meet on one key at the same moment, from several connections. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  manualClock,
  slidingLog,
  tokenBucket,
  type Limit,
  type Limiter,
} from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

describeWithRedis('fifty requests at once', () => {
  let server: RedisServer
  let clients: Redis[]
  let rounds = 0

  beforeAll(async () => {
    server = await startRedis()
    clients = Array.from({ length: 4 }, () => new Redis(server.port))
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await server.stop()
  })

  function limitersOf(limit: Limit, connections: number): Limiter<'async'>[] {
    const prefix = `race${++rounds}`
    const clock = manualClock(1_780_000_000_000)
    return clients.slice(0, connections).map((client) =>
      createLimiter({
        name: 'shared',
        store: redisStore(client, { prefix, clock, deadlineMs: 5000, refusalMemory: false }),
        limit,
        onStoreFailure: 'allow',
      }),
    )
  }

  // B40
  test('for a new key make one entry, and no error', async () => {
    for (let round = 0; round < 20; round++) {
      const limiters = limitersOf(fixedWindow({ limit: 5, window: '1m' }), 2)
      expect(await allowedOfFifty(limiters, 'new')).toBe(5)
      const states = (await (clients[0] as Redis).keys(`race${rounds}{*`)).filter(
        (key) => !/:(?:clock|peers)$/.test(key),
      )
      expect(await Promise.all(states.map((key) => (clients[0] as Redis).hlen(key)))).toEqual([1])
    }
  })

  // B41
  test.each<[string, Limit]>([
    ['token bucket', tokenBucket({ capacity: 5, rate: '5/min' })],
    ['gcra', gcra({ burst: 5, rate: '5/min' })],
    ['sliding log', slidingLog({ limit: 5, window: '1m' })],
  ])('are decided one after the other: %s', async (_, limit) => {
    for (let round = 0; round < 20; round++) {
      expect(await allowedOfFifty(limitersOf(limit, 4), 'key')).toBe(5)
    }
  })
})

async function allowedOfFifty(limiters: readonly Limiter<'async'>[], key: string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, caller) =>
      (limiters[caller % limiters.length] as Limiter<'async'>).check(key),
    ),
  )
  expect(answers.filter(({ fallback }) => fallback !== undefined)).toEqual([])
  return answers.filter(({ allowed }) => allowed).length
}
