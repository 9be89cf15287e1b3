/**
 * Long random histories of many keys through a real Redis, in batches: every request is decided as the bare transition
 * decides it. `SLUICE_LONG_DECISIONS` sets how many; `npm run test:long` takes a tenth of what it takes in memory.
 */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimiter, manualClock, type Limit } from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { numbers } from '../support/numbers.ts'
import { PureKey } from '../support/pure-key.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { sampleLimits } from '../support/sample-limits.ts'

const decisions = Number(process.env['SLUICE_LONG_DECISIONS'] ?? 400_000) / 10
const keys = 5000

describeWithRedis('redisStore', () => {
  let server: RedisServer
  let client: Redis

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  test.each(Object.entries(sampleLimits))('%s', async (name, limit) => {
    expect(await differing(name, limit)).toBe(0)
  })

  async function differing(name: string, limit: Limit): Promise<number> {
    const clock = manualClock(1_780_000_000_000)
    const store = redisStore(client, { clock, prefix: name, deadlineMs: 10_000, refusalMemory: false })
    const limiter = createLimiter({ limit, store })
    const pure = new Map<string, PureKey>()
    const next = numbers(name.length + 1)
    let count = 0
    let different = 0
    while (count < decisions / Object.keys(sampleLimits).length) {
      clock.advance(next() % 64)
      if (next() % 5000 === 0) clock.advance(next() % 200_000)
      const turn = Array.from({ length: 1 + (next() % 100) }, () => ({
        key: `user:${next() % keys}`,
        cost: next() % 8 === 0 ? next() % 13 : 1,
      }))
      count += turn.length
      const wanted = turn.map(({ key, cost }) => {
        const known = pure.get(key) ?? new PureKey(limit)
        pure.set(key, known)
        return known.check(clock.now(), cost)
      })
      // oxlint-disable-next-line no-await-in-loop -- a turn at a time
      const found = await Promise.all(turn.map(({ key, cost }) => limiter.check(key, { cost })))
      different += found.filter((decision, index) => {
        const other = wanted[index]
        return (
          decision.allowed !== other?.allowed ||
          decision.remaining !== other.remaining ||
          decision.retryAfterMs !== other.retryAfterMs ||
          decision.resetAfterMs !== other.resetAfterMs ||
          decision.replenishAfterMs !== other.replenishAfterMs ||
          decision.delayMs !== other.delayMs
        )
      }).length
    }
    return different
  }
})
