/** The same calls on rate-limiter-flexible and on `sluice/compat/rate-limiter-flexible`: what they answer, and when. */
import { Redis } from 'ioredis'
import * as peer from 'rate-limiter-flexible'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as sluice from '../../packages/sluice/src/compat/rate-limiter-flexible/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 250)
const clock = { now: () => Date.now() }

/** A verb, its arguments, and how long it is until the next call. */
type Call = readonly [verb: string, args?: readonly unknown[], thenMs?: number]

interface Outcome {
  readonly resolved?: unknown
  readonly rejected?: unknown
  readonly atMs?: number
}

type Callable = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>

/** Responses as JSON writes them, errors as such: their words are each package's own. */
function shown(value: unknown): unknown {
  return value instanceof Error ? 'an error' : JSON.parse(JSON.stringify(value ?? null))
}

async function outcomes(limiter: unknown, calls: readonly Call[]): Promise<readonly Outcome[]> {
  const found: Outcome[] = calls.map(() => ({}))
  for (const [index, [verb, args = ['ann'], thenMs = 0]] of calls.entries()) {
    const settle = (outcome: Outcome) => (found[index] = { ...outcome, atMs: Date.now() - START_MS })
    ;(limiter as Callable)[verb]!(...args).then(
      (value) => settle({ resolved: shown(value) }),
      (reason: unknown) => settle({ rejected: shown(reason) }),
    )
    await vi.advanceTimersByTimeAsync(thenMs)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  return found
}

const times = (count: number, call: Call): readonly Call[] => Array.from({ length: count }, () => call)
const consume: Call = ['consume']

describe('in this process', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START_MS })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const rows: readonly (readonly [string, sluice.RateLimiterOptions, readonly Call[]])[] = [
    [
      'consume',
      { points: 2, duration: 5 },
      [
        ...times(3, consume),
        ['consume', ['bob']],
        ['consume', ['ann'], 4999],
        consume,
        ['get', ['ann'], 1],
        consume,
      ],
    ],
    ['consume of several points', { points: 5, duration: 1 }, times(4, ['consume', ['ann', 2], 100])],
    ['more points than there are', { points: 5, duration: 1 }, [['consume', ['ann', 6]], ['get'], consume]],
    ['points that nobody has', { points: 0, duration: 1 }, times(2, consume)],
    ['a key that is a number', { points: 1, duration: 1 }, times(2, ['consume', [7]])],
    ['a duration with a fraction', { points: 1, duration: 0.25 }, times(4, ['consume', ['ann'], 125])],
    [
      'a duration without end',
      { points: 2, duration: 0 },
      [...times(3, ['consume', ['ann'], 10_000]), ['get']],
    ],
    [
      'customDuration',
      { points: 2, duration: 5 },
      [
        ['consume', ['ann', 1, { customDuration: 2 }], 1000],
        ['consume', ['ann', 1], 999],
        ['get', ['ann'], 1],
        ['consume', ['ann', 1, { customDuration: 0 }], 60_000],
        ['get'],
      ],
    ],
    [
      'penalty and reward',
      { points: 3, duration: 5 },
      [
        ['penalty', ['ann', 2], 10],
        ['penalty', ['ann'], 10],
        ['penalty', ['ann', 4], 10],
        ['reward', ['ann', 5], 10],
        ['reward', ['ann'], 10],
        consume,
        ['get'],
      ],
    ],
    [
      'block',
      { points: 3, duration: 5 },
      [
        consume,
        ['block', ['ann', 10], 9999],
        ['get'],
        ['consume', ['ann'], 1],
        consume,
        ['block', ['bob', 0], 60_000],
        ['consume', ['bob']],
      ],
    ],
    [
      'blockDuration',
      { points: 1, duration: 1, blockDuration: 10 },
      [consume, ['consume', ['ann'], 5000], ['consume', ['ann'], 4999], ['get', ['ann'], 1], consume],
    ],
    [
      'set',
      { points: 3, duration: 5 },
      [
        ['set', ['ann', 2, 10], 100],
        ['get'],
        consume,
        consume,
        ['set', ['bob', 3, 1], 1000],
        ['get', ['bob']],
      ],
    ],
    [
      'get and delete',
      { points: 1, duration: 5 },
      [['get'], ['delete'], consume, ['delete'], ['get'], consume],
    ],
    ['execEvenly', { points: 4, duration: 4, execEvenly: true }, times(5, ['consume', ['ann'], 300])],
    [
      'execEvenly with a least delay',
      { points: 10, duration: 1, execEvenly: true, execEvenlyMinDelayMs: 20 },
      times(4, ['consume', ['ann'], 500]),
    ],
  ]

  test.each(rows)('%s', async (_, options, calls) => {
    const expected = await outcomes(new peer.RateLimiterMemory(options), calls)
    vi.setSystemTime(START_MS)
    const found = await outcomes(new sluice.RateLimiterMemory({ ...options, clock }), calls)
    expect(expected.some(({ resolved, rejected }) => (resolved ?? rejected) !== undefined)).toBe(true)
    expect(found).toEqual(expected)
  })

  const unions: readonly Call[] = [...times(4, ['consume', ['ann'], 100]), ['consume', ['bob', 3]]]

  test('a union', async () => {
    const limits = [
      { points: 2, duration: 1, keyPrefix: 'second' },
      { points: 3, duration: 60, keyPrefix: 'minute' },
    ]
    const expected = await outcomes(
      new peer.RateLimiterUnion(...limits.map((options) => new peer.RateLimiterMemory(options))),
      unions,
    )
    vi.setSystemTime(START_MS)
    const found = await outcomes(
      new sluice.RateLimiterUnion(
        ...limits.map((options) => new sluice.RateLimiterMemory({ ...options, clock })),
      ),
      unions,
    )
    expect(found).toEqual(expected)
  })

  test('bursts', async () => {
    const calls: readonly Call[] = [
      ['get'],
      ...times(5, ['consume', ['ann'], 250]),
      ['get'],
      ['consume', ['ann', 9]],
    ]
    const steady = { points: 1, duration: 1 }
    const burst = { points: 2, duration: 5 }
    const expected = await outcomes(
      new peer.BurstyRateLimiter(new peer.RateLimiterMemory(steady), new peer.RateLimiterMemory(burst)),
      calls,
    )
    vi.setSystemTime(START_MS)
    const found = await outcomes(
      new sluice.BurstyRateLimiter(
        new sluice.RateLimiterMemory({ ...steady, clock }),
        new sluice.RateLimiterMemory({ ...burst, clock }),
      ),
      calls,
    )
    expect(found).toEqual(expected)
  })

  test('a queue', async () => {
    const inTwoSeconds = Math.floor(START_MS / 1000) + 2
    const calls: readonly Call[] = [
      ['getTokensRemaining', []],
      ...times(5, ['removeTokens', [1]]),
      ['removeTokens', [3]],
      ['removeTokens', [1, 'other']],
      ['getTokensRemaining', ['other']],
      ['removeTokens', [2, 'limiter', inTwoSeconds], 1000],
      ['removeTokens', [2], 5000],
      ['getTokensRemaining', []],
    ]
    const options = { points: 2, duration: 1 }
    const most = { maxQueueSize: 4 }
    const expected = await outcomes(
      new peer.RateLimiterQueue(new peer.RateLimiterMemory(options), most),
      calls,
    )
    vi.setSystemTime(START_MS)
    const limiter = new sluice.RateLimiterMemory({ ...options, clock })
    const found = await outcomes(new sluice.RateLimiterQueue(limiter, most), calls)
    expect(found).toEqual(expected)
  })

  test('neither takes options that cannot be', () => {
    for (const options of [{ points: 'x', duration: 1 }, { points: 1, duration: -1 }, { points: 1 }]) {
      const given = options as unknown as sluice.RateLimiterOptions
      expect(() => new peer.RateLimiterMemory(given)).toThrow(Error)
      expect(() => new sluice.RateLimiterMemory(given)).toThrow(Error)
    }
    const none = [] as const
    expect(() => new peer.RateLimiterUnion(...none)).toThrow(Error)
    expect(() => new sluice.RateLimiterUnion(...none)).toThrow(Error)
  })

  test('a key never has more points than it began with, where theirs may be rewarded beyond', async () => {
    const limiter = new sluice.RateLimiterMemory({ points: 2, duration: 5, clock })
    await limiter.reward('ann', 100)
    await limiter.consume('ann', 2)
    await expect(limiter.consume('ann')).rejects.toMatchObject({ consumedPoints: 3 })
  })
})

describeWithRedis('over Redis', () => {
  let server: RedisServer
  let client: Redis

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port, '127.0.0.1', { retryStrategy: () => 20 })
    client.on('error', () => undefined)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  /** Answers one after the other; durations are long, so that times in minutes do not depend on how fast this runs. */
  async function answers(limiter: unknown, calls: readonly Call[]): Promise<readonly unknown[]> {
    const found: unknown[] = []
    for (const [verb, args = ['ann']] of calls) {
      const outcome = await (limiter as Callable)[verb]!(...args).then(
        (value) => ({ resolved: value }),
        (reason: unknown) => ({ rejected: reason }),
      )
      found.push(
        JSON.parse(JSON.stringify(outcome), (name, value: unknown) =>
          name === 'msBeforeNext' && typeof value === 'number' && value > 0
            ? `${Math.ceil(value / 60_000)} min`
            : value,
        ),
      )
    }
    return found
  }

  const rows: readonly (readonly [
    string,
    Omit<sluice.RateLimiterStoreOptions, 'storeClient' | 'insuranceLimiter'>,
    readonly Call[],
  ])[] = [
    [
      'verbs',
      { points: 3, duration: 3600 },
      [
        ['get'],
        ...times(2, consume),
        ['penalty', ['ann', 2]],
        ['reward', ['ann', 2]],
        ...times(2, consume),
        ['get'],
        ['block', ['ann', 7200]],
        consume,
        ['delete'],
        ['delete'],
        ['set', ['ann', 2, 600]],
        ...times(2, consume),
        ['consume', ['bob', 4]],
        ['consume', ['bob', 1, { customDuration: 60 }]],
      ],
    ],
    ['blockDuration', { points: 1, duration: 3600, blockDuration: 7200 }, [...times(3, consume), ['get']]],
    [
      'blockOnConsumed',
      { points: 1, duration: 3600, blockDuration: 7200, blockOnConsumed: 3 },
      [...times(5, consume), ['set', ['ann', 5, 600]], consume, ['block', ['bob', 600]], ['get', ['bob']]],
    ],
    [
      'inMemoryBlockOnConsumed',
      { points: 2, duration: 3600, inMemoryBlockOnConsumed: 2 },
      [...times(4, consume), ['delete'], consume],
    ],
    [
      'inMemoryBlockDuration',
      { points: 1, duration: 3600, inMemoryBlockOnConsumed: 3, inMemoryBlockDuration: 600 },
      [...times(5, consume), ['get']],
    ],
    ['a duration without end', { points: 1, duration: 0 }, [...times(2, consume), ['get']]],
  ]

  test.each(rows)('%s', async (name, options, calls) => {
    const keyPrefix = name.replaceAll(' ', '-')
    const expected = await answers(
      new peer.RateLimiterRedis({
        ...options,
        keyPrefix,
        storeClient: client,
      } as peer.IRateLimiterRedisOptions),
      calls,
    )
    const found = await answers(
      new sluice.RateLimiterRedis({ ...options, keyPrefix, storeClient: client }),
      calls,
    )
    expect(found).toEqual(expected)
  })

  test('processes with one prefix count together', async () => {
    const options = { storeClient: client, points: 2, duration: 3600, keyPrefix: 'shared' }
    const [one, two] = [new sluice.RateLimiterRedis(options), new sluice.RateLimiterRedis(options)]
    await one.consume('ann')
    expect(await two.consume('ann')).toMatchObject({ consumedPoints: 2, remainingPoints: 0 })
    await expect(one.consume('ann')).rejects.toBeInstanceOf(sluice.RateLimiterRes)
  })

  test('an insurance answers while the store is away, and only then', async () => {
    const away = { isCluster: false, evalSha: nobody, evalText: nobody }
    const options = { storeClient: away, points: 1, duration: 3600, blockDuration: 60 }
    const bare = new sluice.RateLimiterRedis(options)
    await expect(bare.consume('ann')).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' })

    const insuranceLimiter = new sluice.RateLimiterMemory({ points: 1, duration: 3600 })
    const insured = new sluice.RateLimiterRedis({ ...options, insuranceLimiter })
    expect(insuranceLimiter.blockDuration).toBe(60)
    expect(await insured.consume('ann')).toMatchObject({ consumedPoints: 1 })
    await expect(insured.consume('ann')).rejects.toMatchObject({ consumedPoints: 2 })
    expect(await insured.get('ann')).toMatchObject({ consumedPoints: 2 })
    expect(await insured.delete('ann')).toBe(true)
    await expect(insured.consume('ann', 0.5)).rejects.toMatchObject({ code: 'ERR_INVALID_COST' })
  })
})

const nobody = () => Promise.reject(new Error('nobody there'))
