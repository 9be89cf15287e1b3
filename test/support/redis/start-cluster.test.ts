import { Cluster } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from './describe-with-redis.ts'
import { redisCommand } from './redis-command.ts'
import { startCluster } from './start-cluster.ts'
import type { RedisCluster } from './start-cluster.ts'

describeWithRedis('a cluster', () => {
  let cluster: RedisCluster
  let client: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
    client = new Cluster(cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })))
  })
  afterAll(async () => {
    client?.disconnect()
    await cluster?.stop()
  })

  test('answers for keys of every master', async () => {
    const keys = Array.from({ length: 30 }, (_, number) => `key-${number}`)
    await Promise.all(keys.map((key) => client.set(key, key)))
    expect(await Promise.all(keys.map((key) => client.get(key)))).toEqual(keys)
    const masters = cluster.nodes.slice(0, 3)
    for (const { port } of masters) expect(await redisCommand(port, ['DBSIZE'])).toBeGreaterThan(0)
    expect(new Set(await Promise.all([0, 8_000, 16_383].map((slot) => cluster.masterOf(slot))))).toEqual(
      new Set(masters),
    )
  })

  test('answers ASK for a slot on the move, and MOVED once it has moved', async () => {
    const slot = await cluster.slotOf('{moving}a')
    const from = await cluster.masterOf(slot)
    const to = await cluster.masterOf((slot + 8_192) % 16_384)
    await client.set('{moving}a', 'before')

    await cluster.migrateSlot(slot, to, { halfway: 'keys-left' })
    expect(await redisCommand(from.port, ['GET', '{moving}a'])).toBe('before')
    await expect(redisCommand(from.port, ['GET', '{moving}new'])).rejects.toThrow(
      `ASK ${slot} 127.0.0.1:${to.port}`,
    )

    await cluster.migrateSlot(slot, to, { halfway: 'keys-moved' })
    await expect(redisCommand(from.port, ['GET', '{moving}a'])).rejects.toThrow(
      `ASK ${slot} 127.0.0.1:${to.port}`,
    )
    await expect(redisCommand(to.port, ['GET', '{moving}a'])).rejects.toThrow(`MOVED ${slot}`)
    expect(await redisCommand(to.port, ['GET', '{moving}a'], { after: ['ASKING'] })).toBe('before')
    expect(await client.get('{moving}a')).toBe('before')

    await cluster.migrateSlot(slot, to)
    expect(await cluster.masterOf(slot)).toBe(to)
    await expect(redisCommand(from.port, ['GET', '{moving}a'])).rejects.toThrow(
      `MOVED ${slot} 127.0.0.1:${to.port}`,
    )
    expect(await client.get('{moving}a')).toBe('before')
  })

  test('puts a replica in the place of a killed master, which comes back as a replica', async () => {
    const slot = await cluster.slotOf('kept')
    const owner = await cluster.masterOf(slot)
    expect(await redisCommand(owner.port, ['WAIT', 1, 2_000], { after: ['SET', 'kept', 'yes'] })).toBe(1)
    const [replica] = await cluster.replicasOf(slot)

    const { killed, promoted } = await cluster.failover({ slot })
    expect([killed, promoted]).toEqual([owner, replica])
    expect(await redisCommand(promoted.port, ['GET', 'kept'])).toBe('yes')
    expect(await client.get('kept')).toBe('yes')

    await killed.restart({ keepData: false })
    await cluster.settled()
    expect(await cluster.replicasOf(slot)).toEqual([killed])
  })
})
