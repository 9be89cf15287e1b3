/** What only runtimes of the Fetch standard have: responses at once, immutable ones, streams, and work after them. */
import { describe, expect, test } from 'vitest'
import { waitUntil as until } from '../../../../../test/support/redis/wait-until.ts'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import type { Limiter } from '../../limiter/limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { rateLimitOf } from '../engine/request-record.ts'
import { rateLimit } from './fetch.ts'

function minuteLimiter(limit = 9): Limiter {
  return createLimiter({ limit: fixedWindow({ limit, window: '1m' }), clock: manualClock(0) })
}

function request(init: RequestInit = {}): Request {
  return new Request('http://localhost/', init)
}

function hello(): Response {
  return new Response('hello')
}

/** A handler that takes what runtimes hand over beside the request. */
const helloOn: (request: Request, ...rest: readonly unknown[]) => Response = hello

function used(limiter: Limiter, key = 'unknown'): number {
  return 9 - limiter.peek(key).remaining
}

describe('a handler that answers at once', () => {
  test('has its response at once, with a store that does so too', () => {
    const response = rateLimit({ limiter: minuteLimiter() })(hello)(request())
    expect(response).toBeInstanceOf(Response)
    expect((response as Response).headers.get('RateLimit')).toBe('"default";r=8;t=60')
  })

  test('is refused at once', async () => {
    const response = await rateLimit({ limiter: minuteLimiter(), cost: 10 })(hello)(request())
    expect([response.status, response.headers.get('Content-Type')]).toEqual([429, 'application/problem+json'])
  })
})

describe('responses', () => {
  test('that are immutable are copied to carry the headers', async () => {
    const redirect = rateLimit({ limiter: minuteLimiter() })(() =>
      Response.redirect('http://localhost/there', 302),
    )
    const { status, headers } = await redirect(request())
    expect([status, headers.get('Location'), headers.get('RateLimit')]).toEqual([
      302,
      'http://localhost/there',
      '"default";r=8;t=60',
    ])
  })

  test('that nobody can copy pass as they are', async () => {
    const error = Response.error()
    expect(await rateLimit({ limiter: minuteLimiter() })(() => error)(request())).toBe(error)
  })

  test('of several limits around one handler speak of all of them', async () => {
    const outer = rateLimit({ name: 'outer', limiter: minuteLimiter() })
    const inner = rateLimit({ name: 'inner', limiter: minuteLimiter(3) })
    const response = await outer(inner(hello))(request())
    expect(response.headers.get('RateLimit')).toBe('"outer";r=8;t=60, "inner";r=2;t=60')
  })

  test('are settled when their body has been read to its end, or as far as the client wanted it', async () => {
    const limiter = minuteLimiter()
    const handler = rateLimit({ limiter, cost: 5, settle: (_, status) => (status === 200 ? 2 : 3) })(hello)
    const whole = await handler(request())
    expect(used(limiter)).toBe(5)
    expect(await whole.text()).toBe('hello')
    expect(used(limiter)).toBe(2)
    const left = await handler(request())
    await left.body?.cancel()
    expect(used(limiter)).toBe(5)
  })

  test('without a body are settled at once', async () => {
    const limiter = minuteLimiter()
    await rateLimit({ limiter, cost: 5, settle: () => 1 })(() => new Response(null, { status: 204 }))(
      request(),
    )
    expect(used(limiter)).toBe(1)
  })
})

function failing(): never {
  throw new Error('handler')
}

test('a handler that throws keeps its error, and the request counts as a failure', async () => {
  const limiter = minuteLimiter()
  const limit = rateLimit({ limiter, count: 'successes' })
  expect(() => limit(failing)(request())).toThrow('handler')
  await expect(limit(() => Promise.reject(new Error('later')))(request())).rejects.toThrow('later')
  expect(used(limiter)).toBe(0)
})

test('work that follows the response is handed to those who keep a worker alive', async () => {
  const limiter = createLimiter({
    limit: fixedWindow({ limit: 9, window: '1m' }),
    store: {
      name: 'later',
      mode: 'async',
      bind: () =>
        ({ check: () => Promise.resolve(verdict), giveBack: () => Promise.resolve(verdict) }) as never,
    },
  })
  const kept: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => kept.push(work) }
  const limited = rateLimit({ limiter, count: 'failures' })(helloOn)
  await limited(request(), {}, context)
  expect(kept).toHaveLength(1)
})

const decision = {
  allowed: true,
  limit: 9,
  remaining: 8,
  retryAfterMs: 0,
  resetAfterMs: 60_000,
  replenishAfterMs: 60_000,
  delayMs: 0,
  never: false,
}
const verdict = { atMs: 0, decisions: [decision], blocked: false }

describe('a client that goes away', () => {
  test('while it waits is not served and gets its units back', async () => {
    const limiter = minuteLimiter()
    const controller = new AbortController()
    const slowDown = { delayAfter: 0, delayMs: 3_600_000, maxDelayMs: 3_600_000 }
    let served = 0
    const handler = rateLimit({ limiter, slowDown })(() => {
      served++
      return hello()
    })
    const response = handler(request({ signal: controller.signal }))
    expect(used(limiter)).toBe(1)
    controller.abort()
    expect((await response).status).toBe(499)
    await until('the unit is back', () => (used(limiter) === 0 ? true : undefined))
    expect(served).toBe(0)
  })
})

describe('the address of the peer', () => {
  test.each([
    ['Deno', { remoteAddr: { hostname: '192.0.2.1' } }],
    ['Bun', { requestIP: () => ({ address: '192.0.2.1' }) }],
    ['Hono on Bun', { server: { requestIP: () => ({ address: '192.0.2.1' }) } }],
    ['@hono/node-server', { incoming: { socket: { remoteAddress: '192.0.2.1' } } }],
  ])('is found on %s', (_, platform) => {
    const limiter = minuteLimiter()
    void rateLimit({ limiter })(helloOn)(request(), platform)
    expect(used(limiter, '192.0.2.1')).toBe(1)
  })

  test.each([
    [undefined],
    [null],
    ['text'],
    [{ server: 'eu-1', remoteAddr: 5 }],
    [{ requestIP: () => null }],
  ])('is not made up from %j', (platform) => {
    const limiter = minuteLimiter()
    void rateLimit({ limiter })(helloOn)(request(), platform)
    expect(used(limiter)).toBe(1)
  })

  test('may be told by a function, or by a header that the platform sets', () => {
    const limiter = minuteLimiter()
    void rateLimit({ limiter, remoteAddress: () => '192.0.2.5' })(hello)(request())
    expect(used(limiter, '192.0.2.5')).toBe(1)
    const address = { source: 'cf-connecting-ip', trustedHops: 1 }
    void rateLimit({ limiter, address })(hello)(request({ headers: { 'CF-Connecting-IP': '192.0.2.6' } }))
    expect(used(limiter, '192.0.2.6')).toBe(1)
  })
})

test('handlers can ask what was decided', async () => {
  const limit = rateLimit({ name: 'api', limiter: minuteLimiter() })
  const response = await limit((asked) =>
    Response.json(rateLimitOf(asked).map(({ name, decision: { remaining } }) => [name, remaining])),
  )(request())
  expect(await response.json()).toEqual([['api', 8]])
})
