/** Other limiters over Sluice's stores, beside the same limiters over their own: the same requests get the same answers. */
import rateLimitPlugin, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import { serve } from '@hono/node-server'
import { ThrottlerStorageService } from '@nestjs/throttler'
import express from 'express'
import { rateLimit as expressRateLimit, type Options, type Store as ExpressStore } from 'express-rate-limit'
import fastify from 'fastify'
import { Hono } from 'hono'
import { rateLimiter as honoRateLimiter, type Store as HonoStore } from 'hono-rate-limiter'
import { Redis } from 'ioredis'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  fastifyStore,
  HitStore,
  NestThrottlerStorage,
} from '../../packages/sluice/src/compat/stores/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { answersOf, type Asked } from './both-over-sockets.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 250)
const clock = { now: () => Date.now() }

const away = () => Promise.reject(new Error('nobody there'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
})

afterEach(() => {
  vi.useRealTimers()
})

interface Seen {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Asks for a path now and after each wait. */
async function seen(port: number, waitsMs: readonly number[], path = '/'): Promise<readonly Seen[]> {
  const answers: Seen[] = []
  for (const waitMs of waitsMs) {
    vi.setSystemTime(Date.now() + waitMs)
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    const limits = [...response.headers].filter(([name]) => /ratelimit|retry-after/.test(name))
    answers.push({
      status: response.status,
      body: await response.text(),
      headers: Object.fromEntries(limits),
    })
  }
  return answers
}

describe('express-rate-limit', () => {
  const asked: readonly Asked[] = [
    {},
    {},
    {},
    { afterMs: 9_999 },
    { afterMs: 1 },
    { path: '/?status=500' },
    {},
  ]

  test.each<[string, Partial<Options>]>([
    ['limits', { limit: 2 }],
    ['failed requests', { limit: 1, skipFailedRequests: true }],
    ['successful requests', { limit: 1, skipSuccessfulRequests: true, standardHeaders: 'draft-8' }],
  ])('counts %s as with its own store', async (_, options) => {
    const application = { express, properties: ['rateLimit'] }
    const answers = async (store?: ExpressStore) => {
      vi.setSystemTime(START_MS)
      const limiter = expressRateLimit({ windowMs: 10_000, ...options, ...(store && { store }) })
      return await answersOf([limiter], application, asked)
    }
    expect(await answers(new HitStore({ clock }))).toEqual(await answers())
  })
})

describe('hono-rate-limiter', () => {
  test.each([{ limit: 2 }, { limit: 1, skipFailedRequests: true }])(
    '%j as with its own store',
    async (options) => {
      const answers = async (store?: HonoStore) => {
        vi.setSystemTime(START_MS)
        const app = new Hono<{ Variables: { rateLimit: unknown } }>()
        app.use(
          honoRateLimiter({
            windowMs: 10_000,
            keyGenerator: () => 'ann',
            standardHeaders: 'draft-7',
            ...options,
            ...(store && { store }),
          }),
        )
        let asked = 0
        app.get('/', (context) =>
          context.json({ told: context.get('rateLimit') }, ++asked % 3 === 2 ? 500 : 200),
        )
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
        await new Promise((resolve) => server.once('listening', resolve))
        try {
          return await seen((server.address() as AddressInfo).port, [0, 0, 0, 9_999, 1, 0])
        } finally {
          server.close()
        }
      }
      expect(await answers(new HitStore({ clock }))).toEqual(await answers())
    },
  )
})

async function fastifyAnswers(options: RateLimitPluginOptions, waitsMs: readonly number[], isOurs: boolean) {
  vi.setSystemTime(START_MS)
  const app = fastify()
  await app.register(rateLimitPlugin, {
    timeWindow: 10_000,
    max: 2,
    ...options,
    ...(isOurs && { store: fastifyStore({ clock }) }),
  })
  const peek = app.createRateLimit()
  app.get('/', async (request) => ({ peeked: await peek(request, { increment: false }) }))
  app.get('/own', { config: { rateLimit: { max: 1, timeWindow: 5_000 } } }, async () => 'own')
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = app.server.address() as AddressInfo
    return [await seen(port, waitsMs), await seen(port, [0, 0, 5000], '/own'), await seen(port, [0])]
  } finally {
    await app.close()
  }
}

describe('@fastify/rate-limit', () => {
  test.each<[string, RateLimitPluginOptions, readonly number[]]>([
    ['limits', {}, [0, 0, 0, 9_999, 1, 0]],
    ['windows by request', { timeWindow: async () => 7_000 }, [0, 0, 0, 6_999, 1, 0]],
    ['limits by request', { max: async () => 3 }, [0, 0, 0, 0, 10_000]],
    ['bans', { ban: 1 }, [0, 0, 0, 0, 0]],
    ['clients that go on', { continueExceeding: true, ban: 2 }, [0, 0, 9_000, 9_000, 9_999, 10_000, 0]],
    ['a limit of none', { max: 0 }, [0, 0]],
  ])('%s as with its own store', async (_, options, waitsMs) => {
    expect(await fastifyAnswers(options, waitsMs, true)).toEqual(
      await fastifyAnswers(options, waitsMs, false),
    )
  })

  test('doubles the wait with each refused request, and holds to it', async () => {
    const [found = []] = await fastifyAnswers(
      { exponentialBackoff: true },
      [0, 0, 0, 0, 0, 39_999, 80_000],
      true,
    )
    // Its own memory store tells the longer waits and then forgets them after one window; its Redis store keeps them.
    expect(found.map(({ status, headers }) => [status, headers['x-ratelimit-reset']])).toEqual([
      [200, '10'],
      [200, '10'],
      [429, '10'],
      [429, '20'],
      [429, '40'],
      [429, '80'],
      [200, '10'],
    ])
  })
})

/** What a guard acts on: the rest is told in headers, where Nest's own storage rounds the end of older windows. */
const acted = ({
  totalHits,
  isBlocked,
  timeToBlockExpire,
}: Awaited<ReturnType<NestThrottlerStorage['increment']>>) =>
  isBlocked ? { isBlocked, timeToBlockExpire } : { isBlocked, totalHits }

describe('@nestjs/throttler', () => {
  const waits = [0, 0, 300, 0, 1700, 2999, 1, 0, 4000, 1000, 0, 0, 5000, 0, 4999, 1, 1, 12_000, 0, 0, 0]

  test.each([
    { limit: 2, ttl: 5000, block: 5000 },
    { limit: 2, ttl: 5000, block: 20_000 },
    { limit: 3, ttl: 5000, block: 1500 },
    { limit: 1, ttl: 700, block: 700 },
    { limit: 3, ttl: 5000, block: 0 },
    { limit: 4, ttl: 3000, block: 0 },
  ])(
    '$limit in $ttl ms with a block of $block ms, as with its own storage',
    async ({ limit, ttl, block }) => {
      const theirs = new ThrottlerStorageService()
      const ours = new NestThrottlerStorage({ clock })
      const decided: boolean[] = []
      for (const waitMs of [...waits, ...waits.toReversed()]) {
        vi.setSystemTime(Date.now() + waitMs)
        const expected = acted(await theirs.increment('key', ttl, limit, block, 'default'))
        expect(acted(await ours.increment('key', ttl, limit, block, 'default'))).toEqual(expected)
        decided.push(expected.isBlocked)
      }
      theirs.onApplicationShutdown()
      expect(new Set(decided)).toEqual(new Set([true, false]))
    },
  )

  test('throttlers of one key do not count into each other, and a limit of 0 refuses', async () => {
    const storage = new NestThrottlerStorage({ clock })
    expect((await storage.increment('key', 1000, 1, 1000, 'short')).isBlocked).toBe(false)
    expect((await storage.increment('key', 1000, 1, 1000, 'long')).isBlocked).toBe(false)
    expect((await storage.increment('key', 1000, 1, 1000, 'short')).isBlocked).toBe(true)
    expect(await storage.increment('key', 1500, 0, 0, 'never')).toMatchObject({
      isBlocked: true,
      timeToBlockExpire: 2,
    })
  })

  test('a limit that is raised keeps what was used', async () => {
    const storage = new NestThrottlerStorage({ clock })
    await storage.increment('key', 1000, 1, 0, 'default')
    expect(await storage.increment('key', 1000, 3, 0, 'default')).toMatchObject({
      isBlocked: false,
      totalHits: 2,
    })
  })
})

test('Nest is answered while the store is away, by whichever policy', async () => {
  const store = redisStore({ isCluster: false, evalSha: away, evalText: away })
  const answers = async (onStoreFailure: 'local' | 'deny' | 'allow') => {
    const storage = new NestThrottlerStorage({ store, name: onStoreFailure, onStoreFailure })
    const increment = () => storage.increment('key', 60_000, 1, 60_000, 'default')
    return [(await increment()).isBlocked, (await increment()).isBlocked]
  }
  expect(await answers('local')).toEqual([false, true])
  expect(await answers('deny')).toEqual([true, true])
  expect(await answers('allow')).toEqual([false, false])
})

describeWithRedis('over Redis', () => {
  let server: RedisServer
  let client: Redis
  let store: ReturnType<typeof redisStore>

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port, '127.0.0.1')
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  beforeEach(() => {
    // Each test has keys of its own.
    store = redisStore(client, { prefix: `compat-${crypto.randomUUID()}`, deadlineMs: 10_000, clock })
  })

  test('hits of two processes are one count, and are taken back from it', async () => {
    const [one, two] = [new HitStore({ store, prefix: 'api' }), new HitStore({ store, prefix: 'api' })]
    for (const each of [one, two]) each.init({ windowMs: 10_000 })
    expect(await one.get('ann')).toBeUndefined()
    await one.increment('ann')
    expect(await two.increment('ann')).toEqual({ totalHits: 2, resetTime: new Date(START_MS + 10_000) })
    await one.decrement('ann')
    expect(await two.get('ann')).toMatchObject({ totalHits: 1 })
    await two.resetKey('ann')
    expect(await one.get('ann')).toBeUndefined()
    await expect(one.resetAll()).rejects.toMatchObject({ code: 'ERR_NOT_SUPPORTED' })
    expect(one).toMatchObject({ localKeys: false, prefix: 'api' })
  })

  test('a window that is started anew keeps its hits', async () => {
    const Store = fastifyStore({ store })
    const own = new Store({ timeWindow: 10_000, continueExceeding: true })
    const incr = () =>
      new Promise((resolve, reject) => {
        own.incr('ann', (error, hits) => (error ? reject(error) : resolve(hits)), 10_000, 1)
      })
    expect(await incr()).toEqual({ current: 1, ttl: 10_000 })
    vi.setSystemTime(START_MS + 9_000)
    expect(await incr()).toEqual({ current: 2, ttl: 10_000 })
    vi.setSystemTime(START_MS + 18_000)
    expect(await incr()).toEqual({ current: 3, ttl: 10_000 })
  })

  test('a block of one process holds in the other', async () => {
    const [one, two] = [new NestThrottlerStorage({ store }), new NestThrottlerStorage({ store })]
    expect((await one.increment('key', 1000, 1, 5000, 'default')).isBlocked).toBe(false)
    expect(await two.increment('key', 1000, 1, 5000, 'default')).toMatchObject({ timeToBlockExpire: 5 })
    vi.setSystemTime(START_MS + 4999)
    expect(await one.increment('key', 1000, 1, 5000, 'default')).toMatchObject({ isBlocked: true })
    vi.setSystemTime(START_MS + 5000)
    expect(await two.increment('key', 1000, 1, 5000, 'default')).toMatchObject({
      isBlocked: false,
      totalHits: 1,
    })
  })
})
