/** Middleware that went wrong elsewhere: headers doubled or lost, requests counted twice, answers after the answer. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import Koa from 'koa'
import { createLimiter, fixedWindow, manualClock, type Limiter, type Store } from 'sluice'
import { rateLimit } from 'sluice/express'
import { parseRateLimit } from 'sluice/http'
import { rateLimit as koaRateLimit } from 'sluice/koa'
import { describe, expect, test } from 'vitest'
import { send, sendAndLeave } from '../http/adapters/send.ts'
import { faultyStore } from '../support/faulty-store.ts'
import { waitUntil } from '../support/redis/wait-until.ts'

const clock = manualClock(0)

function limiterOf(limit: number, window: string | number = '1m'): Limiter {
  return createLimiter({ limit: fixedWindow({ limit, window }), clock })
}

/** Serves middleware, and hello after it, for as long as the test needs it. */
function withExpress(
  middleware: readonly RequestHandler[],
  use: (port: number) => Promise<void>,
): Promise<void> {
  const app = express()
  app.set('env', 'test')
  for (const each of middleware) app.use(each)
  app.use((_, response) => {
    response.send('hello')
  })
  return serving(createServer(app), use)
}

async function serving(server: Server, use: (port: number) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Answers before the others have had their say. */
function impatient(request: Request, response: Response, next: NextFunction): void {
  next()
  if (request.path === '/early') response.status(503).send('enough')
}

function streaming(_: Request, response: Response, next: NextFunction): void {
  response.write('head ')
  next()
}

function end(_: Request, response: Response): void {
  response.end('tail')
}

// B51
describe('a global and a route limiter give each single-valued header once, of the limit that is nearer', () => {
  const dialect = ['draft-11', 'draft-6', 'legacy-delta'] as const
  const global = () => rateLimit({ name: 'global', limiter: limiterOf(10), dialect })
  const route = () => rateLimit({ name: 'route', limiter: limiterOf(1000, '1d'), dialect })

  test.each([
    ['global first', () => [global(), route()]],
    ['route first', () => [route(), global()]],
  ])('%s', (_, middleware) =>
    withExpress(middleware(), async (port) => {
      const { header } = await send(port)
      expect(header('X-RateLimit-Limit')).toBe('10')
      expect(header('X-RateLimit-Remaining')).toBe('9')
      expect([header('RateLimit-Limit'), header('RateLimit-Remaining')]).toEqual(['10', '9'])
      const { limits } = parseRateLimit({ RateLimit: header('RateLimit') ?? '' })
      expect(limits.toSorted((a, b) => (a.remaining ?? 0) - (b.remaining ?? 0))).toMatchObject([
        { policy: 'global', remaining: 9 },
        { policy: 'route', remaining: 999 },
      ])
    }),
  )

  test('a refusal has one Retry-After', () =>
    withExpress([route(), global()], async (port) => {
      for (let sent = 0; sent < 10; sent++) await send(port)
      const { status, header } = await send(port)
      expect([status, header('Retry-After')]).toEqual([429, '60'])
    }))
})

// B52
describe('browsers that ask before every request', () => {
  const preflight = {
    method: 'OPTIONS',
    headers: { Origin: 'https://a.test', 'Access-Control-Request-Method': 'GET' },
  }

  async function lastOf(port: number): Promise<number> {
    let status = 0
    for (let call = 0; call < 40; call++) {
      await send(port, preflight)
      status = (await send(port)).status
    }
    return status
  }

  test('use up nothing by asking', async () => {
    const limiter = limiterOf(40)
    await withExpress([rateLimit({ limiter })], async (port) => expect(await lastOf(port)).toBe(200))
    expect(limiter.peek('127.0.0.1').remaining).toBe(0)
  })

  test('are counted for it where that is wanted', () =>
    withExpress([rateLimit({ limiter: limiterOf(40), preflights: 'count' })], async (port) =>
      expect(await lastOf(port)).toBe(429),
    ))
})

// B53
test('a 429 that is thrown keeps its headers, though Koa drops those that were set before', () => {
  const app = new Koa()
  app.silent = true
  app.use(koaRateLimit({ limiter: limiterOf(1), handler: (context) => context.throw(429, 'too many') }))
  return serving(createServer(app.callback()), async (port) => {
    await send(port)
    const { status, body, header } = await send(port)
    expect([status, body]).toEqual([429, 'too many'])
    expect([header('Retry-After'), header('RateLimit')]).toEqual(['60', '"default";r=0;t=60'])
  })
})

// B54
test('a limiter met on the application and on the route is charged once', async () => {
  const [app, route] = [limiterOf(600), limiterOf(300)]
  const appLimit = rateLimit({ name: 'app', limiter: app })
  const routeLimit = rateLimit({ name: 'route', limiter: route })
  await withExpress([appLimit, routeLimit, appLimit], async (port) => {
    const { header } = await send(port)
    expect(header('RateLimit')).toBe('"app";r=599;t=60, "route";r=299;t=60')
  })
  expect([app, route].map((limiter) => limiter.peek('127.0.0.1').remaining)).toEqual([599, 299])
})

// B55
describe('a response that somebody else has sent', () => {
  test('by a handler of the user’s stays the only one', () => {
    const limiter = limiterOf(1)
    const limit = rateLimit({
      limiter,
      handler: (_, response) => response.status(429).json({ slow: 'down' }),
    })
    return withExpress([limit], async (port) => {
      await send(port)
      const { status, body, header } = await send(port)
      expect([status, JSON.parse(body)]).toEqual([429, { slow: 'down' }])
      expect(header('Content-Type')).toBe('application/json; charset=utf-8')
    })
  })

  test('before the store has answered: nothing is written, nothing goes on, and the units come back', async () => {
    const store = faultyStore()
    const shared: Store<'async'> = {
      name: 'test',
      mode: 'async',
      bind: (limits, options) => store.bind(limits, options),
    }
    const limiter = createLimiter({ store: shared, limit: fixedWindow({ limit: 5, window: '1m' }), clock })
    const wentOn: string[] = []
    const after: RequestHandler = (request, _, next) => {
      wentOn.push(request.path)
      next()
    }
    await withExpress([impatient, rateLimit({ limiter }), after], async (port) => {
      store.condition = 'hanging'
      const early = await send(port, { path: '/early' })
      expect([early.status, early.body, early.header('RateLimit')]).toEqual([503, 'enough', undefined])
      store.condition = 'up'
      store.answerLate()
      await waitUntil('the unit is back', async () =>
        (await limiter.peek('127.0.0.1')).remaining === 5 ? true : undefined,
      )
      expect((await send(port, { path: '/next' })).status).toBe(200)
      expect(wentOn).toEqual(['/next'])
    })
  })

  test('in part: it goes on without headers of ours', () => {
    return withExpress([streaming, rateLimit({ limiter: limiterOf(1) }), end], async (port) => {
      const { status, body, header } = await send(port)
      expect([status, body, header('RateLimit')]).toEqual([200, 'head tail', undefined])
    })
  })
})

// B42 has its like in requests that are held back: whichever event comes first frees their place, once.
test('a client that goes away while it waits leaves its place to the next', async () => {
  const limiter = limiterOf(9)
  const slowDown = { delayAfter: 0, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
  await withExpress([rateLimit({ limiter, slowDown, maxWaiting: 1 })], async (port) => {
    for (let round = 0; round < 3; round++) {
      const leave = sendAndLeave(port)
      await waitUntil('it waits', () => (limiter.peek('127.0.0.1').remaining === 8 ? true : undefined))
      leave()
      await waitUntil('it has left', () => (limiter.peek('127.0.0.1').remaining === 9 ? true : undefined))
    }
    expect(limiter.peek('127.0.0.1').remaining).toBe(9)
  })
})
