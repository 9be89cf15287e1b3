/** An application whose limits live in a real Redis, shared by two servers. */
import { createServer } from 'node:http'
import express, { type Request } from 'express'
import { Redis } from 'ioredis'
import { createLimiter, fixedWindow, manualClock } from 'sluice'
import { rateLimit } from 'sluice/express'
import { redisStore } from 'sluice/redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWithRedis } from '../../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'
import { waitUntil } from '../../support/redis/wait-until.ts'
import type { RunningApp } from './harness.ts'
import { listening } from './listening.ts'
import { send } from './send.ts'

describeWithRedis('two Express servers over one Redis', () => {
  let server: RedisServer
  let client: Redis
  let apps: readonly RunningApp[] = []

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
    apps = await Promise.all([startApp(client), startApp(client)])
  })

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()))
    client.disconnect()
    await server.stop()
  })

  test('share limits, decide rules together, and give back what does not count', async () => {
    const [one, other] = apps.map(({ port }) => port) as [number, number]
    expect((await send(one)).header('RateLimit')).toBe('"wide";r=8;t=60, "narrow";r=1;t=60')
    expect((await send(other)).header('RateLimit')).toBe('"wide";r=7;t=60, "narrow";r=0;t=60')
    const refused = await send(one)
    expect([refused.status, refused.header('Retry-After')]).toEqual([429, '60'])
    expect(refused.header('RateLimit')).toBe('"wide";r=7;t=60, "narrow";r=0;t=60')

    const login = { path: '/login' }
    for (let attempt = 0; attempt < 4; attempt++) {
      expect((await send(other, login)).status).toBe(200)
      await waitUntil('the success is given back', async () => {
        const peeked = await send(one, { path: '/login', headers: { 'X-Look': 'yes' } })
        return peeked.header('RateLimit') === '"login";r=2;t=0' ? true : undefined
      })
    }
  })
})

/** Requests that only look cost nothing. */
function cost(request: Request): number {
  return request.get('X-Look') === undefined ? 1 : 0
}

function startApp(client: Redis): Promise<RunningApp> {
  const store = redisStore(client, { prefix: 'app', deadlineMs: 5000, clock: manualClock(0) })
  const limiter = (name: string, limit: number) =>
    createLimiter({ store, name, limit: fixedWindow({ limit, window: '1m' }) })
  const app = express()
  app.get('/login', rateLimit({ name: 'login', limiter: limiter('login', 2), count: 'failures', cost }))
  app.get(
    '/',
    rateLimit({
      rules: [
        { name: 'wide', limiter: limiter('wide', 9) },
        { name: 'narrow', limiter: limiter('narrow', 2) },
      ],
    }),
  )
  app.use((_, response) => {
    response.send('hello')
  })
  return listening(createServer(app))
}
