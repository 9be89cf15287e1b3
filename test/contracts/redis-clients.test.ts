/** The store contract through every client library. What the store does with one of them is told in redis-store.test.ts. */
import { afterAll, beforeAll, describe } from 'vitest'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
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
    let opened: OpenClient

    beforeAll(async () => {
      opened = await open(servers.to)
    })
    afterAll(() => opened.close())

    storeContract(library, (clock) =>
      redisStore(opened.client, { clock, prefix: `contract${++stores}`, deadlineMs: 5000 }),
    )
  })
}

describeWithRedis('a single server', () => {
  const { ioredis: _, ...others } = singleClients
  contractThrough(others, async () => {
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
