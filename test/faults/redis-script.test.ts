/** Scripts that a server has lost, that touch several slots, or that it will not run. */
import { Cluster, Redis } from 'ioredis'
import { afterAll, afterEach, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  systemClock,
  tokenBucket,
  type FailurePolicy,
} from '../../packages/sluice/src/index.ts'
import { redisStore, type RedisStoreOptions } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { redisCommand } from '../support/redis/redis-command.ts'
import { startCluster, type RedisCluster } from '../support/redis/start-cluster.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { waitUntil } from '../support/redis/wait-until.ts'

/** Long enough for a busy machine: here no deadline is meant to pass. */
const deadlineMs = 5000

describeWithRedis('a script on one server', () => {
  let server: RedisServer
  let client: Redis

  beforeEach(async () => {
    // Otherwise what was written while the disk was busy is lost with the process.
    server = await startRedis({ args: ['--appendonly', 'yes', '--appendfsync', 'always'] })
    client = new Redis(server.port, { retryStrategy: () => 10 })
    client.on('error', () => undefined)
  })
  afterEach(async () => {
    client.disconnect()
    await server.stop()
  })

  // B32
  test.each<[string, () => Promise<unknown>]>([
    ['flushed', () => redisCommand(server.port, ['SCRIPT', 'FLUSH'])],
    [
      'lost by a restart that keeps the data',
      async () => {
        const isConnectedAgain = new Promise<void>((resolve) => client.once('ready', resolve))
        await server.restart({ keepData: true })
        await isConnectedAgain
      },
    ],
  ])('is sent again once it was %s, and nothing counts twice', async (_, lose) => {
    const store = redisStore(client, { deadlineMs })
    const limiter = createLimiter({ store, limit: fixedWindow({ limit: 5, window: '365d' }) })
    expect(await limiter.check('key')).not.toHaveProperty('fallback')
    await lose()
    expect(await limiter.check('key')).toMatchObject({ allowed: true, remaining: 3 })
    await lose()
    const answers = await Promise.all(Array.from({ length: 50 }, () => limiter.check('key')))
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3)
    expect(answers.filter(({ fallback }) => fallback !== undefined)).toEqual([])
  })

  // B34
  describe.each<[string, string[]]>([
    ['TIME', ['-time']],
    ['scripts', ['-eval', '-evalsha']],
  ])('where the server refuses %s', (_, rules) => {
    beforeEach(() => redisCommand(server.port, ['ACL', 'SETUSER', 'default', ...rules]))

    test('one clear fault is told, and every request is answered by the policy', async () => {
      const limiter = createLimiter({
        store: redisStore(client, { deadlineMs }),
        limit: tokenBucket({ capacity: 5, rate: '5/min' }),
        onStoreFailure: 'deny',
      })
      const told: { code: string; message: string }[] = []
      limiter.on('error', ({ error }) => told.push(error))
      for (let hit = 0; hit < 10; hit++) {
        expect(await limiter.check('key')).toMatchObject({ allowed: false, fallback: 'deny' })
      }
      expect(told).toEqual([
        expect.objectContaining({
          code: 'ERR_STORE_UNSUPPORTED',
          message: expect.stringMatching(/EVALSHA.*TIME.*clock.*systemClock\(\)/),
        }),
      ])
    })

    test('the store decides once the server allows it', async () => {
      const store = redisStore(client, { deadlineMs, breaker: { openMs: 10, maxOpenMs: 10 } })
      const limiter = createLimiter({ store, limit: tokenBucket({ capacity: 5, rate: '5/min' }) })
      expect(await limiter.check('key')).toMatchObject({ fallback: 'local' })
      await redisCommand(server.port, ['ACL', 'SETUSER', 'default', '+@all'])
      await waitUntil('the store decides', async () =>
        (await limiter.check('key')).fallback === undefined ? true : undefined,
      )
    })
  })

  test('decides by the clock it is given where the server refuses TIME', async () => {
    await redisCommand(server.port, ['ACL', 'SETUSER', 'default', '-time'])
    const store = redisStore(client, { deadlineMs, clock: systemClock() })
    const limiter = createLimiter({ store, limit: tokenBucket({ capacity: 1, rate: '1/h' }) })
    const first = await limiter.check('key')
    expect(first).toMatchObject({ allowed: true, remaining: 0 })
    expect(first).not.toHaveProperty('fallback')
    expect(await limiter.check('key')).toMatchObject({ allowed: false })
  })
})

// B33
describeWithRedis('a script on a cluster', () => {
  let cluster: RedisCluster
  let client: Cluster
  let stores = 0

  beforeAll(async () => {
    cluster = await startCluster()
    client = new Cluster(cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })))
    client.on('error', () => undefined)
  })
  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  function storeOf(options: RedisStoreOptions = {}): ReturnType<typeof redisStore> {
    return redisStore(client, { deadlineMs, prefix: `cluster${++stores}`, ...options })
  }

  test.each(['key', '{key}', '{', '}', '{}', '}{', 'a{b}c', '{a}{b}', '{{x}}', 'user:{1', 'é{😀}'])(
    'finds the keys of one decision in one slot for the key %s',
    async (key) => {
      const limits = {
        minute: fixedWindow({ limit: 2, window: '365d' }),
        hour: tokenBucket({ capacity: 1, rate: '1/h' }),
      }
      const limiter = createLimiter({ store: storeOf(), limits, onStoreFailure: 'deny' })
      const first = await limiter.check(key)
      expect(first).toMatchObject({ allowed: true, remaining: 0 })
      expect(first).not.toHaveProperty('fallback')
      const second = await limiter.check(key)
      expect(second).toMatchObject({ allowed: false, remaining: 0, refusedBy: ['hour'] })
      expect(second).not.toHaveProperty('fallback')
    },
  )

  test('charges limits with keys in several slots all or not at all', async () => {
    const limits = {
      user: fixedWindow({ limit: 1, window: '1h' }),
      tenant: fixedWindow({ limit: 100, window: '1h' }),
    }
    const store = storeOf({ clock: manualClock(1_780_000_000_000) })
    const limiter = createLimiter({ store, limits })
    const users = Array.from({ length: 30 }, (_, number) => `user ${number}`)
    for (const user of users) {
      expect(await limiter.check({ user, tenant: 'all' })).toMatchObject({ allowed: true })
      expect(await limiter.check({ user, tenant: 'all' })).toMatchObject({ allowed: false })
    }
    expect((await limiter.peek({ user: 'new', tenant: 'all' })).limits.tenant).toMatchObject({
      remaining: 70,
    })
  })

  test.each<FailurePolicy>(['allow', 'deny', 'local'])(
    'answers an error of the server by the policy %s, never as a success of the store',
    async (policy) => {
      const prefix = `broken-${policy}`
      const store = storeOf({ prefix, shards: 1, refusalMemory: false })
      const limiter = createLimiter({
        store,
        limit: tokenBucket({ capacity: 1, rate: '1/h' }),
        onStoreFailure: policy,
      })
      expect(await limiter.check('key')).toMatchObject({ allowed: true })
      // Something else now lies where the script looks.
      const { port } = await cluster.masterOf(await cluster.slotOf(`${prefix}{0}:`))
      const [, keys] = (await redisCommand(port, ['SCAN', 0, 'MATCH', `${prefix}*`, 'COUNT', 10_000])) as [
        string,
        string[],
      ]
      for (const key of keys.filter((name) => !/:(?:clock|peers)$/.test(name))) {
        await redisCommand(port, ['SET', key, 'text', 'EX', 60])
      }
      expect(await limiter.check('key')).toMatchObject({ fallback: policy, allowed: policy !== 'deny' })
    },
  )
})
