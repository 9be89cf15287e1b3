/** One server that stands still, dies, forgets its scripts or turns into a replica, under load. */
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { breaker, expectHeld } from '../../support/load/expect-held.ts'
import { BURST, throughFault, type Fault } from '../../support/load/through-fault.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { redisCommand } from '../../support/redis/redis-command.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'

const RECONNECT_MS = 50

describeWithRedis('a single server under load', () => {
  let server: RedisServer
  let client: Redis

  beforeEach(async () => {
    server = await startRedis({ args: ['--appendonly', 'yes'] })
    client = new Redis(server.port, { retryStrategy: () => RECONNECT_MS })
    client.on('error', () => undefined)
  })
  afterEach(async () => {
    client.disconnect()
    await server.stop()
  })

  const faults: readonly [string, excess: number, () => Fault][] = [
    [
      'is paused and goes on',
      0,
      () => ({ begin: () => server.pause(), lastsMs: 700, end: () => server.resume() }),
    ],
    [
      'dies and comes back empty',
      BURST,
      () => ({ begin: () => server.kill(), lastsMs: 300, end: () => server.restart({ keepData: false }) }),
    ],
    [
      // Redis may put off writing while the disk is busy, for up to two seconds.
      'dies and comes back with its data',
      BURST,
      () => ({ begin: () => server.kill(), lastsMs: 300, end: () => server.restart({ keepData: true }) }),
    ],
    [
      'becomes a replica and a primary again',
      0,
      () => ({
        // Of a port where nobody is: it keeps its data.
        begin: () => redisCommand(server.port, ['REPLICAOF', '127.0.0.1', 1]),
        lastsMs: 1500,
        end: () => redisCommand(server.port, ['REPLICAOF', 'NO', 'ONE']),
      }),
    ],
  ]

  test.each(faults)('%s', async (fault, excess, make) => {
    const store = redisStore(client, { breaker })
    const report = await throughFault(store, make())
    expect(report.withoutStore).toBeGreaterThan(0)
    expectHeld(fault, report, { reconnectMs: RECONNECT_MS, excess })
    const held = await heldKeys(server.port)
    expect(held).toEqual({ count: expect.any(Number), withoutExpiry: [] })
    expect(held.count).toBeGreaterThan(0)
  })

  test('forgets its scripts, and no request notices', async () => {
    const report = await throughFault(redisStore(client), {
      begin: () => redisCommand(server.port, ['SCRIPT', 'FLUSH']),
      lastsMs: 0,
    })
    expect(report.withoutStore).toBeLessThan(0.1 * report.requests)
    expectHeld('forgets its scripts', report, { reconnectMs: 0, excess: 0 })
    expect(await heldKeys(server.port)).toMatchObject({ withoutExpiry: [] })
  })
})
