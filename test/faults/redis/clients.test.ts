/** The commonest faults through the other client libraries: each has its own ways to lose a connection and find it again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { redisStore } from '../../../packages/sluice/src/stores/redis/index.ts'
import { breaker, expectHeld } from '../../support/load/expect-held.ts'
import { BURST, throughFault } from '../../support/load/through-fault.ts'
import { singleClients, type OpenClient } from '../../support/redis/client-libraries.ts'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { heldKeys } from '../../support/redis/keys-without-expiry.ts'
import { redisCommand } from '../../support/redis/redis-command.ts'
import { startProxy, type RedisProxy } from '../../support/redis/start-proxy.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'

const RECONNECT_MS = 300

const { ioredis: _, ...others } = singleClients

describeWithRedis('under load', () => {
  describe.each(Object.entries(others))('%s', (library, open) => {
    let server: RedisServer
    let proxy: RedisProxy
    let opened: OpenClient

    beforeEach(async () => {
      server = await startRedis()
      proxy = await startProxy({ to: server.port })
      opened = await open(proxy.port)
    })
    afterEach(async () => {
      await opened.close()
      proxy.stop()
      await server.stop()
    })

    test('a server forgets its scripts, and no request notices', async () => {
      const report = await throughFault(redisStore(opened.client), {
        begin: () => redisCommand(server.port, ['SCRIPT', 'FLUSH']),
        lastsMs: 0,
      })
      expect(report.withoutStore).toBeLessThan(0.1 * report.requests)
      expectHeld(`${library}: forgets its scripts`, report, { reconnectMs: 0, excess: 0 })
    })

    test('a server dies and comes back empty', async () => {
      const report = await throughFault(redisStore(opened.client, { breaker }), {
        begin: () => server.kill(),
        lastsMs: 300,
        end: () => server.restart({ keepData: false }),
      })
      expect(report.withoutStore).toBeGreaterThan(0)
      expectHeld(`${library}: dies and comes back empty`, report, {
        reconnectMs: RECONNECT_MS,
        excess: BURST,
      })
      expect(await heldKeys(server.port)).toMatchObject({ withoutExpiry: [] })
    })

    test('connections are reset in the middle of replies', async () => {
      const report = await throughFault(redisStore(opened.client, { breaker }), {
        async begin() {
          for (let cut = 1; cut <= 3; cut++) {
            proxy.cutAfterReplyBytes(20 * cut)
            await sleep(150)
          }
        },
        lastsMs: 0,
      })
      expect(proxy.cuts).toBeGreaterThan(0)
      expectHeld(`${library}: resets in the middle of replies`, report, {
        reconnectMs: RECONNECT_MS,
        excess: 0,
      })
    })
  })
})
