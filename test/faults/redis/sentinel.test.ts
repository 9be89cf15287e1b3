/** A primary that fails over to a replica, under load, with sentinels in charge. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { breaker, expectHeld } from '../../support/load/expect-held.ts'
import { BURST, throughFault } from '../../support/load/through-fault.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { redisCommand } from '../../support/redis/redis-command.ts'
import { startSentinel, type RedisSentinel } from '../../support/redis/start-sentinel.ts'
import { waitUntil } from '../../support/redis/wait-until.ts'

/** The client asks the sentinels, and connects. */
const RECONNECT_MS = 200

describeWithRedis('a primary that fails over under load', () => {
  let sentinel: RedisSentinel
  let client: Redis

  beforeAll(async () => {
    sentinel = await startSentinel()
    client = new Redis({
      name: sentinel.name,
      sentinels: sentinel.sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
      retryStrategy: () => 50,
    })
    client.on('error', () => undefined)
  })
  afterAll(async () => {
    client.disconnect()
    await sentinel.stop()
  })

  async function expectEveryKeyToEnd(): Promise<void> {
    for (const { port } of sentinel.nodes.filter((node) => node.running)) {
      const held = await heldKeys(port)
      expect(held.withoutExpiry).toEqual([])
      expect(held.count).toBeGreaterThan(0)
    }
  }

  test('because it is asked to: the old one is a replica, and read-only', async () => {
    const old = await sentinel.primary()
    const report = await throughFault(redisStore(client, { prefix: 'asked', breaker }), {
      async begin() {
        const [one] = sentinel.sentinels
        if (one !== undefined) await redisCommand(one.port, ['SENTINEL', 'FAILOVER', sentinel.name])
        await waitUntil(
          'the sentinels name a new primary',
          async () => ((await sentinel.primary()) === old ? undefined : true),
          { withinMs: 30_000 },
        )
      },
      lastsMs: 0,
    })
    expectHeld('failover by Sentinel, asked for', report, { reconnectMs: RECONNECT_MS, excess: BURST })
    expect(await sentinel.primary()).not.toBe(old)
    await sentinel.settled()
    await expectEveryKeyToEnd()
  })

  test('because it has died', async () => {
    const report = await throughFault(redisStore(client, { prefix: 'died', breaker }), {
      begin: () => sentinel.failover(),
      lastsMs: 0,
    })
    expect(report.withoutStore).toBeGreaterThan(0)
    expectHeld('failover by Sentinel, after a death', report, { reconnectMs: RECONNECT_MS, excess: BURST })
    await expectEveryKeyToEnd()
  })
})
