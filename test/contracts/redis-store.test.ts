import { Redis } from 'ioredis'
import { afterAll, beforeAll } from 'vitest'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { storeContract } from './store-contract.ts'

describeWithRedis('redis', () => {
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

  storeContract('redisStore', (clock) =>
    redisStore(client, { clock, prefix: `contract${++stores}`, deadlineMs: 5000 }),
  )
})
