/** What is Sluice's own, and what takes more than one limiter; the table beside express-rate-limit stands in `test/compat`. */
import { expect, test, vi } from 'vitest'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { HitStore } from '../stores/hit-store.ts'
import { ipKeyGenerator, rateLimit, type ExpressRequest, type ExpressResponse } from './index.ts'

interface Passage {
  readonly passed: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly info: Readonly<Record<string, unknown>>
}

type Middleware = ReturnType<typeof rateLimit>

const clientRequest = () =>
  ({ ip: '192.0.2.1', headers: {}, app: { get: () => false } }) as unknown as ExpressRequest

async function pass(
  middleware: Middleware,
  request: ExpressRequest = clientRequest(),
  status = 200,
): Promise<Passage> {
  const headers: Record<string, string> = {}
  const finished: (() => void)[] = []
  let sent = status
  const response = {
    get statusCode() {
      return sent
    },
    status: (code: number) => (sent = code),
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    append: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    once: (event: string, listener: () => void) => event === 'finish' && finished.push(listener),
    send: () => undefined,
  } as unknown as ExpressResponse
  const next = vi.fn<(error?: unknown) => void>()
  await middleware(request, response, next)
  for (const listener of finished) listener()
  await Promise.resolve()
  const [error] = next.mock.calls[0] ?? []
  if (error !== undefined) throw error
  const info = (request as unknown as { rateLimit: Passage['info'] }).rateLimit
  return { passed: next.mock.calls.length > 0, status: sent, headers, info }
}

const forgotten = () => undefined

const quiet = { warn: () => undefined, error: () => undefined }

function listening() {
  const codes: unknown[] = []
  const hear = (problem: unknown) => codes.push((problem as { code?: unknown }).code)
  return { codes, logger: { warn: hear, error: hear } }
}

test('a limit of Sluice decides by its own algorithm, and a refusal uses nothing', async () => {
  const clock = manualClock(1_700_000_000_000)
  const limiter = rateLimit({
    limit: tokenBucket({ capacity: 2, rate: '1/10s' }),
    clock,
    standardHeaders: 'draft-7',
  })

  const [first, second, third] = [await pass(limiter), await pass(limiter), await pass(limiter)]
  expect([first.passed, second.passed, third.passed]).toEqual([true, true, false])
  expect(first.info).toMatchObject({ limit: 2, used: 1, remaining: 1 })
  expect(third.info).toMatchObject({ limit: 2, used: 3, remaining: 0 })
  expect(third.status).toBe(429)
  // One unit is back after 10 s, both after 20 s; the policy says in how long a full allowance comes back.
  expect(third.headers).toMatchObject({
    'retry-after': '10',
    ratelimit: 'limit=2, remaining=0, reset=20',
    'ratelimit-policy': '2;w=20',
  })

  clock.advance(9_999)
  expect((await pass(limiter)).passed).toBe(false)
  clock.advance(1)
  expect((await pass(limiter)).passed).toBe(true)
})

test('a limiter of Sluice decides, and keys can be asked and forgotten', async () => {
  const limiter = createLimiter({
    limit: gcra({ burst: 1, rate: '1/min' }),
    clock: manualClock(1_700_000_000_000),
  })
  const middleware = rateLimit({ limiter, keyGenerator: () => 'ann' })
  expect(await middleware.getKey('ann')).toBeUndefined()
  expect((await pass(middleware)).passed).toBe(true)
  expect((await pass(middleware)).passed).toBe(false)
  expect(await middleware.getKey('ann')).toMatchObject({ totalHits: 1 })
  await middleware.resetKey('ann')
  expect((await pass(middleware)).passed).toBe(true)
})

test('what a limiter charged is given back for requests that do not count', async () => {
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: '1m' }), clock: manualClock(0) })
  const middleware = rateLimit({ limiter, keyGenerator: () => 'ann', skipFailedRequests: true })
  expect((await pass(middleware, clientRequest(), 500)).passed).toBe(true)
  expect((await pass(middleware, clientRequest(), 500)).passed).toBe(true)
  expect((await pass(middleware)).passed).toBe(true)
  expect((await pass(middleware)).passed).toBe(false)
})

test('by the system clock, a window ends when it says', async () => {
  const beforeMs = Date.now()
  const { info } = await pass(rateLimit({ windowMs: 5000 }))
  const resetMs = (info['resetTime'] as Date).getTime()
  expect(resetMs).toBeGreaterThanOrEqual(beforeMs + 4999)
  expect(resetMs).toBeLessThanOrEqual(Date.now() + 5000)
})

test('what is told of a client is the same throughout its window', async () => {
  const limiter = rateLimit({ windowMs: 5000, limit: 10 })
  const { info } = await pass(limiter)
  const { info: later } = await pass(limiter)
  expect(later['resetTime']).toEqual(info['resetTime'])
})

test('getKey and resetKey are those of the store', async () => {
  const middleware = rateLimit({ limit: 1, windowMs: 1000, keyGenerator: () => 'ann' })
  expect(await middleware.getKey('ann')).toBeUndefined()
  await pass(middleware)
  await pass(middleware)
  expect(await middleware.getKey('ann')).toMatchObject({ totalHits: 2 })
  await middleware.resetKey('ann')
  expect(await middleware.getKey('ann')).toBeUndefined()
})

test('a store that cannot be asked says so', () => {
  const store = {
    increment: () => ({ totalHits: 1, resetTime: undefined }),
    decrement: forgotten,
    resetKey: forgotten,
  }
  expect(() => rateLimit({ store, logger: quiet }).getKey('ann')).toThrow('no get')
})

test('one store in two limiters, and one request counted twice, are told', async () => {
  const { codes, logger } = listening()
  const store = new HitStore()
  const request = clientRequest()
  for (const limiter of [rateLimit({ store, logger }), rateLimit({ store, logger })])
    await pass(limiter, request)
  expect(codes).toEqual(['ERR_ERL_STORE_REUSE', 'ERR_ERL_DOUBLE_COUNT'])
})

test('a store and a logger must be what they are taken for', () => {
  expect(() => rateLimit({ store: {} as HitStore })).toThrow(TypeError)
  expect(() => rateLimit({ logger: {} as typeof quiet })).toThrow(TypeError)
})

test.each([0, -1, Number.NaN, 0.5, Infinity])('a window of %d ms cannot be counted in', (windowMs) => {
  const { codes, logger } = listening()
  expect(() => rateLimit({ windowMs, logger })).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_DURATION' }),
  )
  expect(codes).toEqual(['ERR_ERL_WINDOW_MS'])
})

test.each([
  ['192.0.2.1', 56, '192.0.2.1'],
  ['2001:db8:1:2345::9', 56, '2001:db8:1:2300::/56'],
  ['2001:db8:1:2345::9', 128, '2001:db8:1:2345::9/128'],
  ['2001:DB8::9', false, '2001:DB8::9'],
  ['::ffff:192.0.2.1', 56, '192.0.2.1'],
  ['::ffff:c000:201', 56, '192.0.2.1'],
  ['::192.0.2.1', 56, '192.0.2.1'],
  ['::1', 56, '::/56'],
  ['nowhere', 56, 'nowhere'],
] as const)('the key of %s by %s bits is %s', (ip, bits, key) => {
  expect(ipKeyGenerator(ip, bits)).toBe(key)
})

test('the key of an address is that of a /56 unless said otherwise', () => {
  expect(ipKeyGenerator('2001:db8:1:2345::9')).toBe('2001:db8:1:2300::/56')
})
