/** Known faults of the kind "dynamic": limits that change while they are in use. */
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  tokenBucket,
  type Limit,
  type Limiter,
  type ManualClock,
  type Mode,
} from '../../packages/sluice/src/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const startMs = 1_780_000_020_000

function changingLimits<M extends Mode>(make: (limit: Limit, clock: ManualClock) => Limiter<M>): void {
  test('B65: the limit asked for now decides, and what was used stays used', async () => {
    const clock = manualClock(startMs)
    const hundred = fixedWindow({ limit: 100, window: '1m' })
    const ten = fixedWindow({ limit: 10, window: '1m' })
    const limiter = make(hundred, clock)
    expect(await limiter.check('key')).toMatchObject({ limit: 100, remaining: 99 })
    expect(await limiter.under(ten).check('key')).toMatchObject({ limit: 10, remaining: 8 })
    await limiter.check('key', { cost: 48 })
    expect(await limiter.under(ten).check('key')).toMatchObject({ allowed: false, limit: 10, remaining: 0 })
    expect(await limiter.check('key')).toMatchObject({ allowed: true, limit: 100, remaining: 49 })
  })

  test.each([
    ['token bucket', tokenBucket({ capacity: 10, rate: '1/s' }), tokenBucket({ capacity: 40, rate: '7/s' })],
    ['gcra', gcra({ burst: 10, rate: '1/s' }), gcra({ burst: 40, rate: '7/s' })],
    ['leaky bucket', leakyBucket({ size: 10, rate: '1/s' }), leakyBucket({ size: 40, rate: '7/s' })],
  ])('B65: the same where a change of plan changes the rate: %s', async (_, basic, pro) => {
    const limiter = make(basic, manualClock(startMs))
    await limiter.check('key', { cost: 6 })
    expect(await limiter.under(pro).check('key')).toMatchObject({ limit: 40, remaining: 33 })
    expect(await limiter.check('key', { cost: 3 })).toMatchObject({ limit: 10, remaining: 0 })
    expect(await limiter.under(pro).peek('key', { cost: 0 })).toMatchObject({ remaining: 30 })
  })

  test('B66: asking for the limit that is in force changes nothing', async () => {
    const clock = manualClock(startMs)
    const limiter = make(tokenBucket({ capacity: 5, rate: '1/s' }), clock)
    for (let count = 0; count < 5; count++) await limiter.check('key')
    const same = limiter.under(tokenBucket({ capacity: 5, rate: '1/s' }))
    expect(await same.check('key')).toMatchObject({ allowed: false, retryAfterMs: 1000 })
    clock.advance(1000)
    expect(await same.check('key')).toMatchObject({ allowed: true, remaining: 0 })
    clock.advance(2000)
    expect(await limiter.check('key')).toMatchObject({ allowed: true, remaining: 1 })
  })

  test('B66: an allowance that is filled again by hand goes on coming back', async () => {
    const clock = manualClock(startMs)
    const limiter = make(tokenBucket({ capacity: 5, rate: '1/s' }), clock)
    const passing = async (calls: number) => {
      let passed = 0
      for (let call = 0; call < calls; call++) if ((await limiter.check('key')).allowed) passed++
      return passed
    }
    expect(await passing(10)).toBe(5)
    await limiter.reset('key')
    expect(await passing(10)).toBe(5)
    for (let second = 1; second <= 5; second++) {
      clock.advance(999)
      expect(await passing(1)).toBe(0)
      clock.advance(1)
      expect(await passing(2)).toBe(1)
    }
  })

  test('another algorithm is an error that says what the keys are kept for', () => {
    const limiter = make(tokenBucket({ capacity: 5, rate: '1/s' }), manualClock(startMs))
    expect(() => limiter.under(gcra({ burst: 5, rate: '1/s' }))).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'limit',
        message: expect.stringMatching(/token-bucket.*gcra/) as unknown,
      }),
    )
  })
}

describe('in memory', () => {
  changingLimits((limit, clock) => createLimiter({ limit, clock }))
})

describeWithRedis('in Redis', () => {
  let server: RedisServer
  let client: Redis
  let prefixes = 0

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  changingLimits((limit, clock) =>
    createLimiter({
      limit,
      store: redisStore(client, { clock, prefix: `dynamic${++prefixes}`, deadlineMs: 5000 }),
    }),
  )

  test('B65: a fleet that is given a new limit in a rolling restart goes on counting', async () => {
    const clock = manualClock(startMs)
    const store = () => redisStore(client, { clock, prefix: 'rolling', deadlineMs: 5000 })
    const before = createLimiter({ name: 'api', store: store(), limit: gcra({ burst: 10, rate: '10/min' }) })
    const after = createLimiter({ name: 'api', store: store(), limit: gcra({ burst: 12, rate: '12/min' }) })
    await before.check('key', { cost: 7 })
    expect(await after.check('key')).toMatchObject({ limit: 12, remaining: 4 })
    expect(await before.check('key')).toMatchObject({ limit: 10, remaining: 1 })
  })
})
