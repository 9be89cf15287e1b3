/** The same requests on @upstash/ratelimit and on `sluice/compat/upstash`, both through the REST client to one Redis. */
import { Ratelimit as PeerRatelimit } from '@upstash/ratelimit'
import { Redis as RestRedis } from '@upstash/redis'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Ratelimit, type RatelimitConfig } from '../../packages/sluice/src/compat/upstash/index.ts'
import { gcra, manualClock, SluiceError } from '../../packages/sluice/src/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'
import { startRest, type RestServer } from './rest-server.ts'

/** In the middle of a window of 10 s. */
const START_MS = Date.UTC(2026, 2, 1, 12, 0, 3)

afterEach(() => {
  vi.useRealTimers()
})

/** Theirs tells the end of the window also where a refused request may come again before it, or only after. */
const shown = (response: object) =>
  'success' in response && response.success === false ? { ...response, reset: 'when it passes' } : response

describeWithRedis('over Redis', () => {
  let server: RedisServer
  let client: Redis
  let rest: RestServer
  let redis: RestRedis

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port, '127.0.0.1')
    rest = await startRest(client)
    redis = new RestRedis({ url: rest.url, token: 'none', responseEncoding: false, enableTelemetry: false })
  })

  afterAll(async () => {
    rest.close()
    client.disconnect()
    await server.stop()
  })

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  })

  /** Ours decides by the server's clock, which no test can move; in memory it is the same limiter. */
  const clock = { now: () => Date.now() }

  interface Either {
    limit(identifier: string, options?: { rate?: number }): Promise<object>
    getRemaining(identifier: string): Promise<object>
    resetUsedTokens(identifier: string): Promise<void>
  }

  async function answers(limiter: Either, waitsMs: readonly number[]): Promise<readonly object[]> {
    vi.setSystemTime(START_MS)
    const found: object[] = []
    for (const waitMs of waitsMs) {
      vi.setSystemTime(Date.now() + waitMs)
      const { pending, ...response } = (await limiter.limit('ann')) as { pending: unknown }
      expect(pending).toBeInstanceOf(Promise)
      found.push(response, await limiter.getRemaining('ann'))
    }
    return [...found, await limiter.getRemaining('bob')]
  }

  const edges = [0, 0, 0, 0, 6999, 1, 0, 0, 9999, 1, 0, 20_000, 0]

  test('fixed windows, up to the refusals that theirs count', async () => {
    const expected = await answers(
      new PeerRatelimit({
        redis,
        limiter: PeerRatelimit.fixedWindow(3, '10 s'),
        prefix: 'fixed',
        ephemeralCache: false,
      }),
      edges,
    )
    const found = await answers(new Ratelimit({ limiter: Ratelimit.fixedWindow(3, '10 s'), clock }), edges)
    expect(found).toEqual(expected)
  })

  test('sliding windows, but for when a refused request may come again', async () => {
    const waits = [0, 0, 0, 0, 5000, 2000, 1000, 2500, 3000, 500, 0, 700, 20_000]
    const expected = await answers(
      new PeerRatelimit({
        redis,
        limiter: PeerRatelimit.slidingWindow(3, '10 s'),
        prefix: 'sliding',
        ephemeralCache: false,
      }),
      waits,
    )
    const found = await answers(new Ratelimit({ limiter: Ratelimit.slidingWindow(3, '10 s'), clock }), waits)
    expect(expected.some((response) => 'success' in response && response.success === false)).toBe(true)
    expect(found.map(shown)).toEqual(expected.map(shown))
  })

  test('a token bucket that is asked when an interval ends', async () => {
    const waits = [0, 0, 0, 0, 1000, 0, 0, 2000, 0, 0, 0]
    const passed = async (limiter: Either) =>
      (await answers(limiter, waits)).flatMap((response) =>
        'success' in response && 'remaining' in response ? [[response.success, response.remaining]] : [],
      )
    const peer = new PeerRatelimit({
      redis,
      limiter: PeerRatelimit.tokenBucket(1, '1 s', 4),
      ephemeralCache: false,
    })
    expect(await passed(new Ratelimit({ limiter: Ratelimit.tokenBucket(1, '1 s', 4), clock }))).toEqual(
      await passed(peer),
    )
  })

  test('instances share their counts through the REST client, however many there are', async () => {
    const config = { redis, limiter: Ratelimit.tokenBucket(1, '1 w', 2), prefix: 'shared' }
    expect(await new Ratelimit(config).limit('ann')).toMatchObject({ success: true, limit: 2, remaining: 1 })
    expect(await new Ratelimit(config).limit('ann')).toMatchObject({ success: true, remaining: 0 })
    expect(await new Ratelimit(config).limit('ann')).toMatchObject({ success: false, remaining: 0 })
    expect(await new Ratelimit(config).getRemaining('ann')).toMatchObject({ remaining: 0, limit: 2 })
    await new Ratelimit(config).resetUsedTokens('ann')
    expect(await new Ratelimit(config).limit('ann', { rate: 2 })).toMatchObject({
      success: true,
      remaining: 0,
    })
    expect(await new Ratelimit(config).limit('ann', { rate: -1 })).toMatchObject({
      success: true,
      remaining: 1,
    })
  })

  test('any client will do', async () => {
    const ratelimit = new Ratelimit({
      redis: client,
      limiter: Ratelimit.slidingWindow(1, '1 d'),
      prefix: 'any',
    })
    expect([await ratelimit.limit('ann'), await ratelimit.limit('ann')]).toMatchObject([
      { success: true },
      { success: false },
    ])
  })
})

describe('without a server', () => {
  const away = {
    evalsha: () => Promise.reject(new Error('nobody there')),
    eval: () => Promise.reject(new Error('nobody there')),
  }
  const limiter = Ratelimit.tokenBucket(1, '1 w', 1)

  test('requests pass, and say why', async () => {
    const ratelimit = new Ratelimit({ redis: away, limiter })
    const answers = [await ratelimit.limit('ann'), await ratelimit.limit('ann')]
    expect(answers).toMatchObject([
      { success: true, reason: 'timeout' },
      { success: true, reason: 'timeout' },
    ])
  })

  test('they are refused or limited here if that is wanted', async () => {
    const denying = new Ratelimit({ redis: away, limiter, onStoreFailure: 'deny' })
    expect(await denying.limit('ann')).toMatchObject({ success: false, reason: 'timeout' })
    const local = new Ratelimit({ redis: away, limiter, onStoreFailure: 'local' })
    expect([await local.limit('ann'), await local.limit('ann')]).toMatchObject([
      { success: true, reason: 'timeout' },
      { success: false, reason: 'timeout' },
    ])
  })
})

describe('in this process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START_MS })
  })

  const clock = { now: () => Date.now() }

  test('it waits until a request may pass', async () => {
    const ratelimit = new Ratelimit({ limiter: Ratelimit.tokenBucket(1, '1 s', 1), clock })
    await ratelimit.limit('ann')
    const answer = ratelimit
      .blockUntilReady('ann', 5000)
      .then(({ success }) => [success, Date.now() - START_MS])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toEqual([true, 1000])
  })

  test('it waits no longer than it may', async () => {
    const ratelimit = new Ratelimit({ limiter: Ratelimit.fixedWindow(1, '1 d'), clock })
    await ratelimit.limit('ann')
    const answer = ratelimit
      .blockUntilReady('ann', 300)
      .then(({ success }) => [success, Date.now() - START_MS])
    await vi.advanceTimersByTimeAsync(10_000)
    // At the deadline it asks once more, as the original does.
    expect(await answer).toEqual([false, 400])
    await expect(ratelimit.blockUntilReady('ann', 0)).rejects.toMatchObject({ code: 'ERR_INVALID_OPTION' })
  })

  test('a refused request uses nothing, where theirs would', async () => {
    const ratelimit = new Ratelimit({ limiter: Ratelimit.fixedWindow(10, '1 h'), clock })
    expect(await ratelimit.limit('ann', { rate: 11 })).toMatchObject({ success: false, remaining: 10 })
    expect(await ratelimit.limit('ann', { rate: 10 })).toMatchObject({ success: true, remaining: 0 })
  })

  test('tokens come back one by one, and reset tells when', async () => {
    const ratelimit = new Ratelimit({ limiter: Ratelimit.tokenBucket(4, '1 s', 4), clock })
    expect(await ratelimit.limit('ann', { rate: 4 })).toMatchObject({ remaining: 0, reset: START_MS + 250 })
    expect(await ratelimit.limit('ann', { rate: 2 })).toMatchObject({ success: false, reset: START_MS + 500 })
    vi.setSystemTime(START_MS + 250)
    expect(await ratelimit.limit('ann')).toMatchObject({ success: true, remaining: 0 })
  })

  test('any limit of Sluice will do', async () => {
    const ratelimit = new Ratelimit({
      limiter: gcra({ burst: 1, rate: '1/min' }),
      clock: manualClock(START_MS),
    })
    expect([await ratelimit.limit('ann'), await ratelimit.limit('ann')]).toMatchObject([
      { success: true },
      { success: false, reset: START_MS + 60_000 },
    ])
  })
})

test.each([
  ['10 s', 10_000],
  ['10s', 10_000],
  ['0.5 s', 500],
  ['1.5 m', 90_000],
  ['250 ms', 250],
  ['1 w', 604_800_000],
] as const)('a window of "%s" is %d ms', (window, ms) => {
  expect(Ratelimit.fixedWindow(1, window).rule).toMatchObject({ windowMs: ms })
})

test.each(['10', 's', '0 s', '0.4 ms', '1 month', '-1 s'])(
  'a window of "%s" is none, here as there',
  (window) => {
    expect(() => PeerRatelimit.fixedWindow(1, window as '1 s')).toThrow(Error)
    expect(() => Ratelimit.fixedWindow(1, window as '1 s')).toThrow(SluiceError)
  },
)

test.each(['dynamicLimits', 'enableProtection'])('%s is not silently left out', (name) => {
  const config: RatelimitConfig = { limiter: Ratelimit.fixedWindow(1, '1 s') }
  expect(() => new Ratelimit({ ...config, [name]: true })).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION' }),
  )
})
