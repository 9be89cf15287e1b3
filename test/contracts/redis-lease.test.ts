/** Leases of whole stores, as processes of a fleet, on a real Redis. */
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type LeaseOptions,
  type Limit,
  type LimitDecision,
  type Limiter,
  type ManualClock,
} from '../../packages/sluice/src/index.ts'
import { redisStore, type RedisScripting } from '../../packages/sluice/src/stores/redis/index.ts'
import { ioredisScripting } from '../../packages/sluice/src/stores/redis/clients/ioredis.ts'
import { decideScript } from '../../packages/sluice/src/stores/redis/script/script.generated.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { heldKeys } from '../support/redis/keys-without-expiry.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const startMs = 1_780_000_000_000
const DEADLINE_MS = 5000

/** Limits under which nothing, or as good as nothing, comes back during a test. */
const lasting: Readonly<Record<string, Limit>> = {
  'token bucket': tokenBucket({ capacity: 1000, rate: '1/d' }),
  gcra: gcra({ burst: 1000, rate: '1/d' }),
  'fixed window': fixedWindow({ limit: 1000, window: '1d', align: 'first-request' }),
  'sliding window counter': slidingWindowCounter({ limit: 1000, window: '30d' }),
  'sliding log': slidingLog({ limit: 1000, window: '1d' }),
}

describeWithRedis('leases', () => {
  let server: RedisServer
  let client: Redis
  let calls = 0
  let prefixes = 0
  let opened: Limiter<'async'>[] = []

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  beforeEach(() => {
    prefixes++
    opened = []
  })

  afterEach(async () => {
    await Promise.all(opened.map((limiter) => limiter.close()))
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  /** The limiter of one process; those of a test share their keys. */
  function processOf(limit: Limit, lease: LeaseOptions | undefined, clock?: ManualClock): Limiter<'async'> {
    const counting: RedisScripting = {
      ...ioredisScripting(client),
      evalSha: (sha, keys, args) => {
        if (sha === decideScript.sha) calls++
        return ioredisScripting(client).evalSha(sha, keys, args)
      },
    }
    const store = redisStore(counting, {
      prefix: `lease${prefixes}`,
      deadlineMs: DEADLINE_MS,
      ...(clock && { clock }),
    })
    const limiter = createLimiter<'async'>({
      name: 'shared',
      store,
      limit,
      onStoreFailure: 'deny',
      ...(lease && { lease }),
    })
    opened.push(limiter)
    return limiter
  }

  /** Whole milliseconds, as decisions count them. */
  async function serverTimeMs(): Promise<number> {
    const [seconds = 0, micros = 0] = await client.time()
    return seconds * 1000 + Math.floor(micros / 1000)
  }

  describe.each(Object.entries(lasting))('%s', (_, limit) => {
    test('a fleet that hammers one key passes the limit, all of it and no more', async () => {
      const fleet = Array.from({ length: 4 }, () => processOf(limit, { units: 100, ttl: '1m' }))
      fleet.push(processOf(limit, undefined))
      const passed = await Promise.all(fleet.map((limiter) => passedBy(limiter, 20)))
      expect(sum(passed)).toBe(1000)
    })

    test('a hot key costs less than one round trip in twenty', async () => {
      const limiter = processOf(limit, { units: 100, ttl: '1m' })
      const before = calls
      for (let count = 0; count < 400; count++) {
        // oxlint-disable-next-line no-await-in-loop -- one request after the other
        expect(await limiter.check('hot')).toMatchObject({ allowed: true, remaining: 999 - count })
      }
      expect(calls - before).toBeLessThan(20)
      expect(calls - before).toBeGreaterThan(2)
    })

    test('closing gives back what was not spent', async () => {
      const clock = manualClock(startMs)
      const limiter = processOf(limit, { units: 100, ttl: '1m' }, clock)
      await checkedTimes(limiter, 10)
      const other = processOf(limit, undefined, clock)
      expect((await other.peek('key')).remaining).toBeLessThan(990)
      await limiter.close()
      expect(await other.peek('key')).toMatchObject({ remaining: 990 })
    })

    test('resetting a key forgets what this process took', async () => {
      const clock = manualClock(startMs)
      const limiter = processOf(limit, { units: 100, ttl: '1m' }, clock)
      await checkedTimes(limiter, 10)
      await limiter.reset('key')
      expect(await limiter.peek('key')).toMatchObject({ remaining: 1000, resetAfterMs: 0 })
      expect(await limiter.check('key')).toMatchObject({ allowed: true, remaining: 999 })
    })

    test('blocking a key holds in this process at once', async () => {
      const limiter = processOf(limit, { units: 100, ttl: '1m' }, manualClock(startMs))
      await checkedTimes(limiter, 10)
      await limiter.block('key', '1h')
      expect(await limiter.check('key')).toMatchObject({
        allowed: false,
        blocked: true,
        retryAfterMs: 3_600_000,
      })
      await limiter.block('key', 0)
      expect(await limiter.check('key')).toMatchObject({ allowed: true, remaining: 989 })
    })

    test('what was taken in advance is refunded and settled like anything else', async () => {
      const limiter = processOf(limit, { units: 100, ttl: '1m' }, manualClock(startMs))
      await checkedTimes(limiter, 10)
      const { atMs } = await limiter.check('key', { cost: 2 })
      expect(await limiter.refund('key', { cost: 2, atMs })).toMatchObject({ remaining: 990 })
      const reservation = await limiter.reserve('key', { cost: 5 })
      await limiter.settle(reservation, 1)
      await limiter.close()
      expect(await processOf(limit, undefined, manualClock(startMs)).peek('key')).toMatchObject({
        remaining: 989,
      })
    })
  })

  test.each<[string, Limit]>([
    ['token bucket', tokenBucket({ capacity: 60, rate: '400/s' })],
    ['gcra', gcra({ burst: 60, rate: '400/s' })],
  ])('a %s that refills passes its burst and what came back, and no more', async (_, limit) => {
    const fleet = Array.from({ length: 3 }, () => processOf(limit, { units: 20, ttl: '200ms' }))
    // By the clock that decides: this machine's others may run at another rate.
    const startedMs = await serverTimeMs()
    const endMs = performance.now() + 1000
    const passed = await Promise.all(fleet.map((limiter) => passedUntil(limiter, endMs)))
    const most = 60 + (((await serverTimeMs()) - startedMs) * 400) / 1000
    expect(sum(passed)).toBeLessThanOrEqual(most)
    expect(sum(passed)).toBeGreaterThan(200)
  })

  test('what a crashed process held counts as used until the ttl, and then comes back', async () => {
    const clock = manualClock(startMs)
    const limit = tokenBucket({ capacity: 10, rate: '1/ms' })
    const crashed = processOf(limit, { units: 4, ttl: '10s' }, clock)
    await checkedTimes(crashed, 3)
    const other = processOf(limit, { units: 4, ttl: '10s' }, clock)
    clock.advance(9999)
    const { remaining } = await other.peek('key')
    expect(remaining).toBeLessThan(10)
    expect(await other.check('key', { cost: 10 })).toMatchObject({ allowed: false })
    clock.advance(1)
    // From the end of the lease on it comes back at the rate of the limit.
    expect(await other.peek('key')).toMatchObject({ remaining })
    clock.advance(10 - remaining)
    expect(await other.check('key', { cost: 10 })).toMatchObject({ allowed: true })
  })

  test('a lease that has ended is not spent, wherever the clock has gone', async () => {
    const clock = manualClock(startMs)
    const limit = fixedWindow({ limit: 100, window: '1h' })
    const limiter = processOf(limit, { units: 50, ttl: '10s' }, clock)
    await checkedTimes(limiter, 6)
    for (const ms of [9900, -60_000, 10_000]) {
      const before = calls
      clock.advance(ms)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await limiter.check('key')
      expect(calls).toBe(before + 1)
    }
  })

  test('a lease of a window ends with it', async () => {
    const clock = manualClock(startMs)
    const limit = fixedWindow({ limit: 10, window: 1000 })
    const [one, two] = [0, 1].map(() => processOf(limit, { units: 5, ttl: '1m' }, clock)) as [
      Limiter<'async'>,
      Limiter<'async'>,
    ]
    await checkedTimes(one, 3)
    clock.advance(1000)
    const passed = [await passedBy(one, 3), await passedBy(two, 3)]
    expect(sum(passed)).toBe(10)
  })

  test('several limits of one key are leased together, and those of different keys are not', async () => {
    const store = redisStore(ioredisScripting(client), {
      prefix: `lease${prefixes}`,
      deadlineMs: DEADLINE_MS,
    })
    const limits = {
      user: slidingLog({ limit: 20, window: '1h' }),
      all: tokenBucket({ capacity: 50, rate: '1/d' }),
    }
    const limiter = createLimiter<'async'>({ store, limits, lease: { units: 10, ttl: '1m' } })
    opened.push(limiter)
    expect(await passedBy(limiter, 4)).toBe(20)
    for (let count = 1; count <= 5; count++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await limiter.check({ user: `user ${count}`, all: 'key' })).toMatchObject({
        limits: { user: { remaining: 19 }, all: { remaining: 30 - count } },
      })
    }
  })

  test('units are spent while the store is away, and then the policy decides', async () => {
    const limit = tokenBucket({ capacity: 1000, rate: '1/d' })
    const own = await startRedis()
    const other = new Redis(own.port, { retryStrategy: null })
    other.on('error', () => {})
    const store = redisStore(other, { deadlineMs: 200 })
    const lease = { units: 100, ttl: '1m' }
    const limiter = createLimiter<'async'>({ store, limit, lease, onStoreFailure: 'deny' })
    try {
      await checkedTimes(limiter, 100)
      await own.kill()
      const answers = await answersOf(limiter, 200)
      const passed = answers.filter(({ allowed }) => allowed)
      expect(passed.length).toBeGreaterThan(0)
      expect(passed.length).toBeLessThanOrEqual(100)
      expect(answers.filter(({ fallback }) => fallback === 'deny')).toHaveLength(200 - passed.length)
    } finally {
      await limiter.close()
      other.disconnect()
      await own.stop()
    }
  })

  test('no key is without an expiry after all that', async () => {
    const { count, withoutExpiry } = await heldKeys(server.port)
    expect(withoutExpiry).toEqual([])
    expect(count).toBeGreaterThan(10)
  })

  test('what cannot be leased is said at once', () => {
    const store = redisStore(client)
    const lease = { units: 10, ttl: '1m' }
    const limit = tokenBucket({ capacity: 10, rate: '1/s' })
    const invalid = expect.objectContaining({ code: 'ERR_INVALID_OPTION' })
    expect(() => createLimiter({ store, limit: leakyBucket({ size: 5, rate: '1/s' }), lease })).toThrow(
      invalid,
    )
    expect(() => createLimiter({ store, limit, lease, countRefused: true })).toThrow(invalid)
    expect(() => createLimiter({ limit, lease })).toThrow(invalid)
    expect(() => createLimiter({ store, limit, lease: { ...lease, units: 0 } })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'lease.units' }),
    )
    expect(() => createLimiter({ store, limit, lease: { units: 1, ttl: 'soon' } })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_DURATION', field: 'lease.ttl' }),
    )
  })
})

/** How many requests pass until, of so many callers at a time, none does any more. */
async function passedBy(limiter: Limiter<'async'>, callers: number): Promise<number> {
  let passed = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- round after round
    const answers = await Promise.all(Array.from({ length: callers }, () => limiter.check('key')))
    const more = answers.filter(({ allowed }) => allowed).length
    if (more === 0) return passed
    passed += more
  }
}

async function passedUntil(limiter: Limiter<'async'>, endMs: number): Promise<number> {
  let passed = 0
  while (performance.now() < endMs) {
    // oxlint-disable-next-line no-await-in-loop -- round after round
    const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.check('key')))
    passed += answers.filter(({ allowed }) => allowed).length
    // oxlint-disable-next-line no-await-in-loop -- so that answers of the server are heard
    await new Promise((resolve) => setImmediate(resolve))
  }
  return passed
}

async function answersOf(limiter: Limiter<'async'>, times: number): Promise<LimitDecision[]> {
  const answers: LimitDecision[] = []
  // oxlint-disable-next-line no-await-in-loop -- one request after the other
  for (let count = 0; count < times; count++) answers.push(await limiter.check('key'))
  return answers
}

async function checkedTimes(limiter: Limiter<'async'>, times: number): Promise<void> {
  for (const { allowed } of await answersOf(limiter, times)) expect(allowed).toBe(true)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
