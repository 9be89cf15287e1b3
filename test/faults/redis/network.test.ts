/** A connection that breaks in the middle of a reply, a slow network, and a server that is a replica from now on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLimiter, fixedWindow } from '../../../packages/sluice/src/index.ts'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { breaker, expectHeld } from '../../support/load/expect-held.ts'
import { throughFault } from '../../support/load/through-fault.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { redisCommand } from '../../support/redis/redis-command.ts'
import { startProxy, type RedisProxy } from '../../support/redis/start-proxy.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'
import { waitUntil } from '../../support/redis/wait-until.ts'

const RECONNECT_MS = 20

describeWithRedis('a network that fails under load', () => {
  let server: RedisServer
  let proxy: RedisProxy
  let client: Redis

  function connect(reconnectMs = RECONNECT_MS, autoResendUnfulfilledCommands = true): Redis {
    client = new Redis(proxy.port, { retryStrategy: () => reconnectMs, autoResendUnfulfilledCommands })
    client.on('error', () => undefined)
    return client
  }

  beforeEach(async () => {
    server = await startRedis()
    proxy = await startProxy({ to: server.port })
  })
  afterEach(async () => {
    client.disconnect()
    proxy.stop()
    await server.stop()
  })

  test('resets the connection in the middle of replies', async () => {
    const report = await throughFault(redisStore(connect(), { breaker }), {
      async begin() {
        for (let cuts = 1; cuts <= 5; cuts++) {
          proxy.cutAfterReplyBytes(20 * cuts)
          await waitUntil('a reply was cut', () => (proxy.cuts === cuts ? true : undefined), { everyMs: 2 })
          await sleep(100)
        }
      },
      lastsMs: 0,
    })
    expectHeld('resets in the middle of replies', report, { reconnectMs: RECONNECT_MS, excess: 0 })
    expect(await heldKeys(server.port)).toMatchObject({ withoutExpiry: [] })
  })

  test('takes 200 ms', async () => {
    const report = await throughFault(redisStore(connect(), { breaker }), {
      begin: () => void (proxy.delayMs = 200),
      lastsMs: 1500,
      end: () => void (proxy.delayMs = 0),
    })
    expect(report.withoutStore).toBeGreaterThan(0.3 * report.requests)
    // The last replies that are held back still have to come.
    expectHeld('200 ms of latency', report, { reconnectMs: 200, excess: 0 })
    expect(await heldKeys(server.port)).toMatchObject({ withoutExpiry: [] })
  })

  test.each<[string, isSentAgain: boolean, most: number]>([
    ['at most twice where the library sends it again', true, 2],
    ['once where it does not', false, 1],
  ])('charges a check whose reply was lost %s', async (_, isSentAgain, most) => {
    const store = redisStore(connect(1, isSentAgain))
    const limiter = createLimiter({ store, limit: fixedWindow({ limit: 1000, window: '365d' }) })
    expect(await limiter.check('key')).toMatchObject({ remaining: 999 })
    proxy.dropReplies()
    await limiter.check('key')
    const after = await waitUntil('the store decides again', async () => {
      const decision = await limiter.peek('key')
      return decision.fallback === undefined ? decision : undefined
    })
    expect(after.remaining).toBeLessThanOrEqual(998)
    expect(after.remaining).toBeGreaterThanOrEqual(999 - most)
  })

  test('leads to a replica, and the client connects anew in search of the primary', async () => {
    const store = redisStore(connect(), { breaker: { openMs: 50 } })
    const limiter = createLimiter({
      store,
      limit: fixedWindow({ limit: 1000, window: '1h' }),
      onStoreFailure: 'deny',
    })
    expect(await limiter.check('key')).toMatchObject({ allowed: true })
    const before = proxy.accepted
    await redisCommand(server.port, ['REPLICAOF', '127.0.0.1', 1])
    expect(await limiter.check('key')).toMatchObject({ allowed: false, fallback: 'deny' })
    await waitUntil('the client connects anew', () => (proxy.accepted > before ? true : undefined))
    await redisCommand(server.port, ['REPLICAOF', 'NO', 'ONE'])
    await waitUntil('the store decides again', async () =>
      (await limiter.check('key')).fallback === undefined ? true : undefined,
    )
  })
})
