/** A cluster that loses a master, and one that moves slots, under load. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { breaker, expectHeld } from '../../support/load/expect-held.ts'
import { BURST, throughFault } from '../../support/load/through-fault.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { startCluster, type RedisCluster } from '../../support/redis/start-cluster.ts'

/** The client asks who owns what, and connects. */
const RECONNECT_MS = 200

describeWithRedis('a cluster under load', () => {
  let cluster: RedisCluster
  let client: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
    client = new Cluster(cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port })))
    client.on('error', () => undefined)
  })
  afterAll(async () => {
    client.disconnect()
    await cluster.stop()
  })

  async function expectEveryKeyToEnd(): Promise<void> {
    const running = cluster.nodes.filter((node) => node.running)
    const held = await Promise.all(running.map(({ port }) => heldKeys(port)))
    expect(held.flatMap(({ withoutExpiry }) => withoutExpiry)).toEqual([])
    expect(held.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0)
  }

  test('moves a slot: its keys are asked for elsewhere, then have moved', async () => {
    // Few shards, so that the slot that moves holds a good part of the keys.
    const store = redisStore(client, { prefix: 'moving', shards: 4, breaker })
    const slot = await cluster.slotOf('moving{0}:')
    const owner = await cluster.masterOf(slot)
    const masters = await Promise.all([0, 8000, 16_000].map((of) => cluster.masterOf(of)))
    const to = masters.find((master) => master !== owner) ?? owner
    const report = await throughFault(store, {
      async begin() {
        await cluster.migrateSlot(slot, to, { halfway: 'keys-left' })
        await sleep(300)
        await cluster.migrateSlot(slot, to, { halfway: 'keys-moved' })
        await sleep(300)
      },
      lastsMs: 0,
      end: () => cluster.migrateSlot(slot, to),
    })
    expect(await cluster.masterOf(slot)).toBe(to)
    // All begin anew at the new owner; then what the old one knows comes, as it was when the move began.
    expectHeld('a slot moves', report, { reconnectMs: RECONNECT_MS, excess: 2 * BURST })
    await expectEveryKeyToEnd()
  })

  test('loses a master', async () => {
    const store = redisStore(client, { prefix: 'losing', breaker })
    const report = await throughFault(store, { begin: () => cluster.failover(), lastsMs: 0 })
    expect(report.withoutStore).toBeGreaterThan(0)
    expectHeld('failover in a cluster', report, { reconnectMs: RECONNECT_MS, excess: BURST })
    await expectEveryKeyToEnd()
  })
})
