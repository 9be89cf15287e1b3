/** Limits on trial that missed what they would have refused. */
import { Redis } from 'ioredis'
import { createLimiter, fixedWindow, manualClock, type Limiter, type Mode } from 'sluice'
import { rateLimitEngine, type RequestReader } from 'sluice/http'
import { limiterMetrics, prometheusText } from 'sluice/metrics'
import { redisStore } from 'sluice/redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const limit = fixedWindow({ limit: 10, window: '1m' })

const reader: RequestReader<object> = {
  identity: (request) => request,
  method: () => 'GET',
  headers: () => ({}),
  remoteAddress: () => '192.0.2.1',
}

/** What comes of 25 calls of one client, as the limiter, the engine and the metrics tell it. */
async function countsOf(limiter: Limiter<Mode>) {
  const counts = { passed: 0, told: 0, decisions: 0, overLimit: 0, shadow: 0, reported: 0, enforced: 0 }
  limiter.on('decision', ({ decision }) => {
    counts.decisions++
    if (!decision.allowed) counts.overLimit++
  })
  limiter.on('refused', () => counts.enforced++)
  limiter.on('shadow-refused', () => counts.shadow++)
  const metrics = limiterMetrics()
  metrics.watch(limiter, { name: 'trial' })
  const engine = rateLimitEngine(reader, {
    limiter,
    mode: 'shadow',
    onRefused: () => counts.enforced++,
    onShadowRefused: () => counts.reported++,
  })
  for (let call = 0; call < 25; call++) {
    const passage = await engine.begin({})
    if (passage.action === 'pass') counts.passed++
    counts.told += passage.headers().length
  }
  return { ...counts, page: prometheusText(metrics).match(/^sluice_shadow_refusals_total.*$/m)?.[0] }
}

const wanted = {
  passed: 25,
  told: 0,
  decisions: 25,
  overLimit: 15,
  shadow: 15,
  reported: 15,
  enforced: 0,
  page: 'sluice_shadow_refusals_total{limiter="trial"} 15',
}

// B67
test('a limit in shadow mode counts all it would refuse, and refuses nobody', async () => {
  expect(await countsOf(createLimiter({ limit, clock: manualClock(0) }))).toEqual(wanted)
})

// B67
describeWithRedis('behind a shared store', () => {
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

  test.each([
    ['remembered', {}],
    ['not remembered', { refusalMemory: false as const }],
  ])('the counts are the same with refusals %s', async (name, options) => {
    const store = redisStore(client, { prefix: name, deadlineMs: 5000, clock: manualClock(0), ...options })
    expect(await countsOf(createLimiter({ store, limit }))).toEqual(wanted)
  })
})
