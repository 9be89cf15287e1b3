/** What the store leaves in Redis: no key without an expiry, none that goes too early, and few names. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createLimiter,
  manualClock,
  tokenBucket,
  type Limit,
  type Limiter,
} from '../../packages/sluice/src/index.ts'
import { ioredisScripting } from '../../packages/sluice/src/stores/redis/clients/ioredis.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { Peers } from '../../packages/sluice/src/stores/redis/peers.ts'
import { generationMs, longestWaitMs } from '../../packages/sluice/src/stores/redis/wire/generation.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { waitUntil } from '../support/redis/wait-until.ts'
import { sampleLimits } from '../support/sample-limits.ts'

describeWithRedis('keys in Redis', () => {
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

  /** The names under a prefix, with the time each has left. */
  async function lives(prefix: string): Promise<Map<string, number>> {
    const names = await client.keys(`${prefix}{*`)
    const left = await Promise.all(names.map((name) => client.pttl(name)))
    return new Map(names.map((name, index) => [name, left[index] as number]))
  }

  function store(prefix: string): ReturnType<typeof redisStore> {
    return redisStore(client, { prefix, deadlineMs: 5000 })
  }

  test.each(Object.entries(sampleLimits))(
    '%s: a key outlives the longest wait, and two generations do not pass before it goes',
    async (_, limit) => {
      const prefix = `life${++prefixes}`
      const limiter = createLimiter({ store: store(prefix), limit })
      await limiter.check('key')
      const states = [...(await lives(prefix))].filter(([name]) => !/:(clock|peers)$/.test(name))
      expect(states).toHaveLength(1)
      const [[, leftMs]] = states as [[string, number]]
      expect(leftMs).toBeGreaterThan(longestWaitMs(limit))
      expect(leftMs).toBeLessThanOrEqual(2 * generationMs(limit))
    },
  )

  test.each(Object.entries(sampleLimits))('%s: no verb leaves a key without an expiry', async (_, limit) => {
    const prefix = `every${++prefixes}`
    const plain = createLimiter({ store: store(prefix), limit, name: 'plain' })
    const counting = createLimiter({ store: store(prefix), limit, name: 'counting', countRefused: true })
    for (const limiter of [plain, counting] as Limiter<'async'>[]) {
      // oxlint-disable no-await-in-loop -- each verb meets what the one before it left
      await limiter.check('key', { cost: limit.rule.limit })
      await limiter.check('key')
      await limiter.check('x'.repeat(500))
      await limiter.refund('key')
      const reserved = await limiter.reserve('debtor')
      await limiter.settle(reserved, 20 * limit.rule.limit)
      await limiter.block('blocked', '1h')
      await limiter.check('blocked')
      await limiter.reset('key')
      // oxlint-enable no-await-in-loop
    }
    const all = await lives(prefix)
    expect(all.size).toBeGreaterThan(4)
    expect([...all].filter(([, leftMs]) => leftMs <= 0)).toEqual([])
  })

  test('a release with other numbers goes on where the last was, if its waits are of the same class', async () => {
    const prefix = `release${++prefixes}`
    const clock = manualClock(1_780_000_000_000)
    const remainingUnder = async (limit: Limit): Promise<number> => {
      const options = { prefix, clock, deadlineMs: 5000 }
      const limiter = createLimiter({ store: redisStore(client, options), name: 'api', limit })
      const { remaining } = await limiter.check('key')
      await limiter.close()
      return remaining
    }
    expect(await remainingUnder(tokenBucket({ capacity: 100, rate: '100/min' }))).toBe(99)
    expect(await remainingUnder(tokenBucket({ capacity: 120, rate: '120/min' }))).toBe(118)
    // A minute and half a minute are not.
    expect(await remainingUnder(tokenBucket({ capacity: 120, rate: '240/min' }))).toBe(119)
  })

  test('a debt that outlasts its generation is kept until it is earned back', async () => {
    const prefix = `debt${++prefixes}`
    const limit = sampleLimits['token bucket']
    if (limit === undefined) throw new Error('There is a token bucket among the sample limits.')
    const limiter = createLimiter({ store: store(prefix), limit })
    const { resetAfterMs } = await limiter.settle(await limiter.reserve('key'), 10_000)
    expect(resetAfterMs).toBeGreaterThan(10 * generationMs(limit))
    const longest = Math.max(...[...(await lives(prefix))].map(([, leftMs]) => leftMs))
    expect(longest).toBeGreaterThanOrEqual(resetAfterMs - 60_000)
    expect(await limiter.check('key')).toMatchObject({ allowed: false })
    await limiter.reset('key')
    expect(await limiter.check('key')).toMatchObject({ allowed: true, remaining: 9 })
  })

  test('processes that share a store count each other', async () => {
    const [first, second] = [0, 1].map(() => new Peers(ioredisScripting(client), 'peers')) as [Peers, Peers]
    expect(first.count).toBeUndefined()
    first.beat(0)
    await waitUntil('the first is counted', () => first.count === 1)
    second.beat(0)
    await waitUntil('the second is counted', () => second.count === 2)
    first.beat(4999)
    first.beat(5000)
    await waitUntil('the first has heard of the second', () => first.count === 2)
    expect(await client.pttl('peers{0}:peers')).toBeGreaterThan(0)
  })
})
