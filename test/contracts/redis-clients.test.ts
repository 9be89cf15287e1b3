/** The store contract through every client library. What the store does with one of them is told in redis-store.test.ts. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLimiter, fixedWindow } from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { countingFallbacks } from '../support/counting-fallbacks.ts'
import {
  clusterClients,
  sentinelClients,
  singleClients,
  type OpenClient,
} from '../support/redis/client-libraries.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startCluster } from '../support/redis/start-cluster.ts'
import { startRedis } from '../support/redis/start-redis.ts'
import { startSentinel } from '../support/redis/start-sentinel.ts'
import { storeContract } from './store-contract.ts'

const deadlineMs = 5000
let stores = 0

function contractThrough<To>(
  libraries: Readonly<Record<string, (to: To) => Promise<OpenClient>>>,
  start: () => Promise<{ readonly to: To; stop(): Promise<void> }>,
): void {
  let servers: Awaited<ReturnType<typeof start>>

  beforeAll(async () => {
    servers = await start()
  })
  afterAll(() => servers.stop())

  describe.each(Object.entries(libraries))('%s', (library, open) => {
    const seen = { fallbacks: 0 }
    let opened: OpenClient

    beforeAll(async () => {
      opened = await open(servers.to)
    })
    afterEach(() => {
      expect(seen.fallbacks).toBe(0)
    })
    afterAll(() => opened.close())

    // First of all: the client is only connecting.
    test('checks that come before the client is connected wait for it', async () => {
      const store = redisStore(opened.client, { deadlineMs, prefix: `early${++stores}` })
      const limiter = createLimiter({ store, limit: fixedWindow({ limit: 100, window: '365d' }) })
      const keys = Array.from({ length: 100 }, (_, number) => `key ${number}`)
      const answers = await Promise.all(keys.map((key) => limiter.check(key)))
      for (const answer of answers) expect(answer).toMatchObject({ allowed: true, remaining: 99 })
      expect(answers.filter(({ fallback }) => fallback !== undefined)).toEqual([])
    })

    storeContract(library, (clock) => {
      const store = redisStore(opened.client, { clock, prefix: `contract${++stores}`, deadlineMs })
      return countingFallbacks(store, seen)
    })
  })
}

describeWithRedis('a single server', () => {
  contractThrough(singleClients, async () => {
    const server = await startRedis()
    return { to: server.port, stop: () => server.stop() }
  })
})

describeWithRedis('a cluster', () => {
  contractThrough(clusterClients, async () => {
    const cluster = await startCluster()
    return { to: cluster.nodes.map(({ port }) => port), stop: () => cluster.stop() }
  })
})

describeWithRedis('sentinels', () => {
  contractThrough(sentinelClients, async () => {
    const sentinel = await startSentinel()
    return { to: sentinel, stop: () => sentinel.stop() }
  })
})
