/**
 * The same requests, over real sockets, against express-rate-limit and against `sluice/compat/express-rate-limit`: statuses,
 * bodies, headers, what the request says of itself, and the codes of what is told to the logger.
 */
import express5, { type Request } from 'express'
import express4 from 'express4'
import {
  MemoryStore as PeerMemoryStore,
  rateLimit as peerRateLimit,
  type LegacyStore,
  type Options,
} from 'express-rate-limit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rateLimit } from '../../packages/sluice/src/compat/express-rate-limit/index.ts'
import { answersOf, type Asked } from './both-over-sockets.ts'

const START_MS = Date.UTC(2026, 2, 1, 12, 0, 0, 250)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
})

afterEach(() => {
  vi.useRealTimers()
})

interface Row {
  readonly name: string
  /** Made anew for each limiter. */
  readonly options: () => Partial<Options>
  readonly asked: readonly Asked[]
  readonly trustProxy?: unknown
  readonly properties?: readonly string[]
}

const times = (count: number, asked: Asked = {}): readonly Asked[] =>
  Array.from({ length: count }, () => asked)

/** Two pass, two are refused, and the window ends between the last ones. */
const twoWindows: readonly Asked[] = [
  ...times(2),
  { afterMs: 1500 },
  { afterMs: 400 },
  { afterMs: 8099 },
  { afterMs: 1 },
]

class Failing {
  increment = () => Promise.reject(new Error('the store is away'))
  decrement = () => undefined
  resetKey = () => undefined
}

class NoResetTime {
  hits = 0
  increment = () => ({ totalHits: ++this.hits, resetTime: undefined })
  decrement = () => undefined
  resetKey = () => undefined
}

const legacyStore = (): LegacyStore => {
  let hits = 0
  return {
    incr: (_, callback) => callback(undefined, ++hits, new Date(START_MS + 10_000)),
    decrement: () => hits--,
    resetKey: () => undefined,
  }
}

const failed: readonly Asked[] = [
  { path: '/?status=500' },
  { path: '/?status=404' },
  {},
  {},
  { path: '/?status=500' },
  {},
  { afterMs: 10_000 },
]

const rows: readonly Row[] = [
  { name: 'defaults', options: () => ({}), asked: [...times(7), { afterMs: 60_000 }] },
  { name: 'windowMs and limit', options: () => ({ windowMs: 10_000, limit: 2 }), asked: twoWindows },
  { name: 'windowMs of less than a second', options: () => ({ windowMs: 700, limit: 1 }), asked: twoWindows },
  { name: 'windowMs with a fraction', options: () => ({ windowMs: 1500.5, limit: 1 }), asked: [{}, {}] },
  { name: 'max', options: () => ({ windowMs: 10_000, max: 2 }), asked: twoWindows },
  { name: 'limit 0', options: () => ({ limit: 0 }), asked: times(2) },
  { name: 'limit of a fraction', options: () => ({ limit: 1.5 }), asked: times(3) },
  {
    name: 'limit by request',
    options: () => ({ limit: async (request) => (request.query['plan'] === 'paid' ? 4 : 1) }),
    asked: [...times(2), ...times(3, { path: '/?plan=paid' }), {}],
  },
  { name: 'message as text', options: () => ({ limit: 1, message: 'Slow down.' }), asked: times(2) },
  { name: 'message as JSON', options: () => ({ limit: 1, message: { error: 'slow' } }), asked: times(2) },
  {
    name: 'message by request',
    options: () => ({ limit: 1, message: (request: Request) => `Not ${request.path}.` }),
    asked: times(2, { path: '/x' }),
  },
  {
    name: 'message by a promise',
    options: () => ({ limit: 1, message: async () => ({ later: true }) }),
    asked: times(2),
  },
  { name: 'statusCode', options: () => ({ limit: 1, statusCode: 403 }), asked: times(2) },
  { name: 'no legacy headers', options: () => ({ limit: 1, legacyHeaders: false }), asked: times(2) },
  { name: 'headers by their older name', options: () => ({ limit: 1, headers: false }), asked: times(2) },
  ...([true, 'draft-6', 'draft-7', 'draft-8', 'draft-5', false] as const).map((standardHeaders): Row => ({
    name: `standardHeaders ${standardHeaders}`,
    options: () => ({
      windowMs: 10_000,
      limit: 2,
      standardHeaders: standardHeaders as 'draft-8',
      legacyHeaders: false,
    }),
    asked: twoWindows,
  })),
  {
    name: 'all headers at once',
    options: () => ({ limit: 1, standardHeaders: 'draft-7' }),
    asked: times(2),
  },
  ...[900, 60_000, 90_000, 3_600_000, 7_200_000, 86_400_000, 172_800_000].map((windowMs): Row => ({
    name: `the identifier of ${windowMs} ms`,
    options: () => ({ windowMs, standardHeaders: 'draft-8' }),
    asked: [{}],
  })),
  {
    name: 'identifier',
    options: () => ({ standardHeaders: 'draft-8', identifier: 'api' }),
    asked: times(2),
  },
  {
    name: 'identifier by request',
    options: () => ({ standardHeaders: 'draft-8', identifier: async (request) => `to ${request.path}` }),
    asked: times(2, { path: '/y' }),
  },
  { name: 'retryAfter', options: () => ({ limit: 1, retryAfter: 17 }), asked: times(2) },
  { name: 'retryAfter 0', options: () => ({ limit: 1, retryAfter: 0 }), asked: times(2) },
  {
    name: 'retryAfter by request',
    options: () => ({ limit: 1, retryAfter: async (request) => Number(request.query['s']) }),
    asked: times(2, { path: '/?s=9' }),
  },
  {
    name: 'requestPropertyName',
    options: () => ({ requestPropertyName: 'quota', standardHeaders: 'draft-8' }),
    asked: times(2),
    properties: ['quota', 'rateLimit'],
  },
  {
    name: 'skipFailedRequests',
    options: () => ({ windowMs: 10_000, limit: 2, skipFailedRequests: true }),
    asked: failed,
  },
  {
    name: 'skipSuccessfulRequests',
    options: () => ({ windowMs: 10_000, limit: 2, skipSuccessfulRequests: true }),
    asked: [...failed, ...failed],
  },
  {
    name: 'skipping both',
    options: () => ({ limit: 1, skipFailedRequests: true, skipSuccessfulRequests: true }),
    asked: failed,
  },
  {
    name: 'skipFailedRequests where the client leaves',
    options: () => ({ limit: 1, skipFailedRequests: true }),
    asked: [{ leaves: true }, { leaves: true }, {}, {}],
  },
  {
    name: 'skipFailedRequests where the client leaves when its window is over',
    options: () => ({ windowMs: 10_000, limit: 1, skipFailedRequests: true }),
    asked: [{ leaves: true, meanwhile: [{}, { afterMs: 10_000 }] }, {}],
  },
  {
    name: 'skipSuccessfulRequests where the client leaves',
    options: () => ({ limit: 2, skipSuccessfulRequests: true }),
    asked: [{ leaves: true }, { leaves: true }, {}],
  },
  {
    name: 'requestWasSuccessful',
    options: () => ({
      limit: 2,
      skipFailedRequests: true,
      requestWasSuccessful: async (_, response) => response.statusCode !== 418,
    }),
    asked: [...times(3, { path: '/?status=418' }), ...times(3, { path: '/?status=500' })],
  },
  {
    name: 'requestWasSuccessful that throws',
    options: () => ({
      limit: 1,
      skipFailedRequests: true,
      requestWasSuccessful: () => {
        throw new Error('unsure')
      },
    }),
    asked: times(2),
  },
  {
    name: 'keyGenerator',
    options: () => ({ limit: 1, keyGenerator: (request) => String(request.headers['x-user']) }),
    asked: ['ann', 'bob', 'ann', 'bob'].map((user) => ({ headers: { 'x-user': user } })),
  },
  {
    name: 'keyGenerator that gives a number',
    options: () => ({
      limit: 1,
      keyGenerator: (request) => Number(request.query['id']) as unknown as string,
    }),
    asked: [1, 2, 1].map((id) => ({ path: `/?id=${id}` })),
  },
  {
    name: 'keyGenerator that gives nothing',
    options: () => ({ limit: 1, keyGenerator: () => undefined as unknown as string }),
    asked: times(2),
  },
  {
    name: 'keyGenerator with letters beyond ASCII',
    options: () => ({
      limit: 1,
      standardHeaders: 'draft-8',
      keyGenerator: () => 'Zoë \u{1F600} \r\nX-Injected: 1',
    }),
    asked: times(2),
  },
  { name: 'limit as text', options: () => ({ limit: '2' }) as unknown as Partial<Options>, asked: times(3) },
  {
    name: 'limit by request that is nothing',
    options: () => ({ limit: () => undefined as unknown as number }),
    asked: times(2),
  },
  {
    name: 'limit by request that is nothing, without headers',
    options: () => ({ limit: () => undefined as unknown as number, legacyHeaders: false }),
    asked: times(7),
  },
  {
    name: 'identifier that is no header',
    options: () => ({ standardHeaders: 'draft-8', identifier: 'a\r\nX-Injected: 1' }),
    asked: times(1),
  },
  {
    name: 'keyGenerator that throws',
    options: () => ({
      keyGenerator: () => {
        throw Object.assign(new Error('no key'), { status: 400, expose: true })
      },
    }),
    asked: [{}],
  },
  {
    name: 'keyGenerator by the bare address',
    options: () => ({ keyGenerator: (request) => String(request.ip) }),
    asked: times(2),
  },
  ...[undefined, 48, 64, 60, 63, 24, false as const].map((ipv6Subnet): Row => ({
    name: `ipv6Subnet ${ipv6Subnet}`,
    options: () => ({ limit: 1, ...(ipv6Subnet !== undefined && { ipv6Subnet }) }),
    trustProxy: 'loopback',
    asked: [
      '2001:db8:0:1::1',
      '2001:db8:0:1:ffff::',
      '2001:db8:0:2::1',
      '2001:db8:1::1',
      '2001:DB8::1%eth0',
      '::ffff:192.0.2.7',
      '192.0.2.7',
      '::192.0.2.8',
      '::1',
      '2001:0db8:0000:0000:0000:0000:0000:0001',
    ].map((address) => ({ headers: { 'x-forwarded-for': address } })),
  })),
  {
    name: 'ipv6Subnet by request',
    options: () => ({ ipv6Subnet: async (request) => Number(request.query['bits']) }),
    trustProxy: 'loopback',
    asked: [32, 56, 99].map((bits) => ({
      path: `/?bits=${bits}`,
      headers: { 'x-forwarded-for': '2001:db8::1' },
    })),
  },
  {
    name: 'ipv6Subnet beside a keyGenerator',
    options: () => ({ ipv6Subnet: 64, keyGenerator: () => 'all' }),
    asked: times(2),
  },
  {
    name: 'handler',
    options: () => ({
      limit: 1,
      statusCode: 420,
      handler: (request, response, _, { statusCode, message, limit, windowMs }) => {
        response.status(statusCode).json({ path: request.path, message: String(message), limit, windowMs })
      },
    }),
    asked: times(2),
  },
  {
    name: 'handler that lets go on',
    options: () => ({ limit: 1, handler: (_, __, next) => next() }),
    asked: times(3),
  },
  {
    name: 'handler that fails',
    options: () => ({
      limit: 0,
      handler: (_, __, next) => next(Object.assign(new Error('no'), { status: 402 })),
    }),
    asked: [{}],
  },
  {
    name: 'skip',
    options: () => ({ limit: 1, skip: async (request) => request.path === '/health' }),
    asked: [...times(3, { path: '/health' }), ...times(2)],
  },
  {
    name: 'skip before the key',
    options: () => ({
      skip: () => true,
      keyGenerator: () => {
        throw new Error('never asked')
      },
    }),
    asked: [{}],
  },
  { name: 'a store that fails', options: () => ({ store: new Failing() }), asked: [{}] },
  {
    name: 'passOnStoreError',
    options: () => ({ store: new Failing(), passOnStoreError: true }),
    asked: times(2),
  },
  ...(['draft-6', 'draft-7', 'draft-8'] as const).map((standardHeaders): Row => ({
    name: `a store that does not know the reset, ${standardHeaders}`,
    options: () => ({ store: new NoResetTime(), limit: 1, windowMs: 9500, standardHeaders }),
    asked: times(2),
  })),
  { name: 'a store of the older kind', options: () => ({ store: legacyStore(), limit: 1 }), asked: times(3) },
  {
    name: "express-rate-limit's own store",
    options: () => ({ store: new PeerMemoryStore(), windowMs: 10_000, limit: 2 }),
    asked: twoWindows,
  },
  { name: 'an unknown option', options: () => ({ limt: 3 }) as Partial<Options>, asked: [{}] },
  {
    name: 'options that are gone',
    options: () =>
      ({ draft_polli_ratelimit_headers: true, onLimitReached: () => undefined }) as Partial<Options>,
    asked: [{}],
  },
  {
    name: 'an unknown check',
    options: () => ({ validate: { trustProxi: false } }) as unknown as Partial<Options>,
    asked: [{}],
  },
  {
    name: 'an address that is trusted blindly',
    options: () => ({}),
    trustProxy: true,
    asked: [{ headers: { 'x-forwarded-for': '192.0.2.1' } }],
  },
  {
    name: 'an address behind a proxy that is not known',
    options: () => ({}),
    asked: [{ headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' } }],
  },
  {
    name: 'an address that is none',
    options: () => ({}),
    trustProxy: 'loopback',
    asked: [{ headers: { 'x-forwarded-for': 'unknown' } }],
  },
  {
    name: 'checks switched off',
    options: () => ({ validate: false, limit: 0 }),
    trustProxy: true,
    asked: [{ headers: { 'x-forwarded-for': 'unknown' } }],
  },
  {
    name: 'one check switched off',
    options: () => ({ validate: { xForwardedForHeader: false }, limit: 0 }),
    asked: [{ headers: { 'x-forwarded-for': '192.0.2.1' } }],
  },
  {
    name: 'options that are undefined',
    options: () =>
      ({ windowMs: undefined, limit: undefined, message: undefined }) as unknown as Partial<Options>,
    asked: times(6),
  },
]

interface Told {
  readonly code: unknown
  readonly message: string | undefined
  readonly level: string
}

function listener() {
  const told: Told[] = []
  const on = (level: string) => (problem: unknown, message?: string) => {
    const { code } = problem as { code?: unknown }
    // Only the codes are the same; the words are each package's own.
    told.push({ level, code, message: code === undefined ? String(problem) : undefined })
    void message
  }
  return { told, logger: { warn: on('warn'), error: on('error') } }
}

describe.each([
  ['Express 5', express5],
  ['Express 4', express4 as unknown as typeof express5],
])('%s', (_, express) => {
  test.each(rows)('$name', async ({ options, asked, trustProxy, properties = ['rateLimit'] }) => {
    const application = { express, properties, ...(trustProxy !== undefined && { trustProxy }) }
    const [theirs, ours] = [listener(), listener()]

    const expected = await answersOf(
      [peerRateLimit({ logger: theirs.logger, ...options() })],
      application,
      asked,
    )
    vi.setSystemTime(START_MS)
    const clock = { now: () => Date.now() }
    const found = await answersOf(
      [rateLimit({ logger: ours.logger, clock, ...options() })],
      application,
      asked,
    )

    const answered = asked.flatMap((each) => (each.leaves ? (each.meanwhile ?? []) : [each]))
    expect(expected).toHaveLength(answered.length)
    expect(found).toEqual(expected)
    expect(ours.told).toEqual(theirs.told)
  })

  test('two limiters of one route', async () => {
    const options: readonly Partial<Options>[] = [
      { windowMs: 1000, limit: 2, standardHeaders: 'draft-8', requestPropertyName: 'second' },
      { windowMs: 10_000, limit: 3, standardHeaders: 'draft-8', requestPropertyName: 'ten' },
    ]
    const asked: readonly Asked[] = [...times(3), { afterMs: 1000 }, {}]
    const application = { express, properties: ['second', 'ten'] }
    const clock = { now: () => Date.now() }
    const expected = await answersOf(
      options.map((each) => peerRateLimit(each)),
      application,
      asked,
    )
    vi.setSystemTime(START_MS)
    const found = await answersOf(
      options.map((each) => rateLimit({ clock, ...each })),
      application,
      asked,
    )
    expect(found).toEqual(expected)
  })
})
