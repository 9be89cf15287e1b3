import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from './describe-with-redis.ts'
import { redisCommand, redisInfo } from './redis-command.ts'
import { startSentinel } from './start-sentinel.ts'
import type { RedisSentinel } from './start-sentinel.ts'

describeWithRedis('sentinels', () => {
  let sentinel: RedisSentinel
  beforeAll(async () => {
    sentinel = await startSentinel()
  })
  afterAll(() => sentinel?.stop())

  test('put a replica in the place of a killed primary, which comes back as a replica', async () => {
    const client = new Redis({
      name: sentinel.name,
      sentinels: sentinel.sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
    })
    client.on('error', () => undefined)
    await client.set('kept', 'yes')
    expect(await client.wait(2, 2_000)).toBe(2)
    const first = await sentinel.primary()

    const { killed, promoted } = await sentinel.failover()
    expect(killed).toBe(first)
    expect(sentinel.nodes).toContain(promoted)
    expect(await sentinel.primary()).toBe(promoted)
    expect(await client.get('kept')).toBe('yes')
    await client.set('later', 'yes')
    expect(await redisCommand(promoted.port, ['GET', 'later'])).toBe('yes')
    client.disconnect()

    await killed.restart({ keepData: false })
    await sentinel.settled()
    expect((await redisInfo(killed.port)).get('role')).toBe('slave')
    await expect(redisCommand(killed.port, ['SET', 'key', '1'])).rejects.toThrow('READONLY')
  })
})
