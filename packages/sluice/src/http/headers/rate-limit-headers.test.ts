/** Headers of real decisions, of several limits, and of several dialects at once. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimiter, fixedWindow, manualClock, slidingLog, tokenBucket } from '../../index.ts'
import type { Dialect } from './dialects.ts'
import { policyDecisions, type PolicyDecision } from './policy-decision.ts'
import { rateLimitHeaders, rateLimitWriter } from './rate-limit-headers.ts'
import { rateLimitPolicies, rateLimitPolicy } from './rate-limit-policy.ts'

const everyDialect: readonly Dialect[] = [
  'draft-11',
  'draft-7',
  'draft-6',
  'draft-3',
  'legacy',
  'legacy-delta',
  'next',
]

function headersOf(decisions: readonly PolicyDecision[], dialect?: Dialect | readonly Dialect[], now = 0) {
  return Object.fromEntries(rateLimitHeaders(decisions, dialect === undefined ? { now } : { dialect, now }))
}

describe('a limiter with several limits', () => {
  const clock = manualClock(0)
  const limits = {
    burst: tokenBucket({ capacity: 3, rate: '1/s' }),
    day: fixedWindow({ limit: 1000, window: 'day' }),
  }
  const policies = rateLimitPolicies(Object.entries(limits).map(([name, limit]) => ({ name, limit })))

  test('has one item a limit, and dialects of one limit tell of the tightest', () => {
    const limiter = createLimiter({ limits, clock })
    const decisions = policyDecisions(policies, limiter.check('client'))
    expect(headersOf(decisions)).toEqual({
      'RateLimit-Policy': '"burst";q=3;w=3, "day";q=1000;w=86400',
      RateLimit: '"burst";r=2;t=1, "day";r=999;t=86400',
    })
    expect(headersOf(decisions, 'draft-7')).toEqual({
      'RateLimit-Policy': '3;w=3, 1000;w=86400',
      RateLimit: 'limit=3, remaining=2, reset=1',
    })
    expect(headersOf(decisions, 'legacy')).toEqual({
      'X-RateLimit-Limit': '3',
      'X-RateLimit-Remaining': '2',
      'X-RateLimit-Reset': '1',
    })
  })

  test('needs a policy for each limit', () => {
    const limiter = createLimiter({ limits, clock })
    const decision = limiter.peek('client')
    const stranger = rateLimitPolicy({ name: 'toString', quota: 1 })
    const wrong = [[], policies.slice(1), [...policies, stranger], [...policies.slice(1), stranger]]
    for (const list of wrong) {
      expect(() => policyDecisions(list, decision)).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'policies' }),
      )
    }
    expect(() =>
      policyDecisions(policies, createLimiter({ limit: limits.day, clock }).peek('client')),
    ).toThrow(expect.objectContaining({ code: 'ERR_INVALID_OPTION' }))
  })
})

describe('the effective window', () => {
  const bucket = rateLimitPolicy({ name: 'p', limit: tokenBucket({ capacity: 10, rate: '1/10s' }) })
  const log = rateLimitPolicy({ name: 'p', limit: slidingLog({ limit: 10, window: '100s' }) })

  test.each<[string, PolicyDecision, string]>([
    [
      'of a bucket with units left is the time until it is full',
      {
        policy: bucket,
        decision: { allowed: true, remaining: 4, resetAfterMs: 60_000, replenishAfterMs: 1000 },
      },
      '"p";r=4;t=60',
    ],
    [
      'of an empty bucket is the time until the next unit',
      {
        policy: bucket,
        decision: { allowed: true, remaining: 0, resetAfterMs: 99_000, replenishAfterMs: 9001 },
      },
      '"p";r=0;t=10',
    ],
    [
      'of a bucket that has too little for this request ends when it has enough',
      {
        policy: bucket,
        decision: {
          allowed: false,
          remaining: 4,
          retryAfterMs: 7001,
          resetAfterMs: 60_000,
          replenishAfterMs: 1000,
        },
      },
      '"p";r=4;t=8',
    ],
    [
      'of a request that never passes is the time until the bucket is full',
      {
        policy: bucket,
        decision: {
          allowed: false,
          remaining: 4,
          retryAfterMs: Infinity,
          resetAfterMs: 60_000,
          replenishAfterMs: 1,
        },
      },
      '"p";r=4;t=60',
    ],
    [
      'of a sliding log is the time until the next unit',
      {
        policy: log,
        decision: { allowed: true, remaining: 4, resetAfterMs: 60_000, replenishAfterMs: 1000 },
      },
      '"p";r=4;t=1',
    ],
    [
      'of a refusal is at least a second',
      { policy: bucket, decision: { allowed: false, remaining: 0, resetAfterMs: 0, retryAfterMs: 0 } },
      '"p";r=0;t=1',
    ],
    ['is left out where it is not known', { policy: bucket, decision: { remaining: 4 } }, '"p";r=4'],
    [
      'is left out where it has no end',
      { policy: bucket, decision: { remaining: 4, resetAfterMs: Infinity } },
      '"p";r=4',
    ],
    [
      'and what remains are never out of range',
      { policy: bucket, decision: { remaining: 1e20, resetAfterMs: 1e30 } },
      '"p";r=999999999999999;t=999999999999999',
    ],
    [
      'of debt is that of nothing left',
      { policy: bucket, decision: { remaining: -5, resetAfterMs: 1500 } },
      '"p";r=0;t=2',
    ],
  ])('%s', (_, decision, value) => {
    expect(headersOf([decision])).toMatchObject({ RateLimit: value })
  })
})

function policyOf(name: string, quota: number, unit = 'requests', windowSeconds: number | null = 60) {
  return rateLimitPolicy({ name, quota, unit, ...(windowSeconds === null ? {} : { windowSeconds }) })
}

function told(remaining: number, resetAfterMs: number, allowed = true) {
  return { allowed, remaining, resetAfterMs }
}

describe('dialects of one limit', () => {
  test('tell of the one that refused, then of the slower one, where as much is left', () => {
    const refused = { policy: policyOf('a', 1), decision: told(0, 1000, false) }
    const slower = { policy: policyOf('b', 2), decision: told(0, 9000) }
    const quicker = { policy: policyOf('c', 3), decision: told(0, 5000) }
    expect(headersOf([quicker, slower, refused], 'draft-6')).toMatchObject({ 'RateLimit-Limit': '1' })
    expect(headersOf([quicker, slower], 'draft-6')).toMatchObject({ 'RateLimit-Limit': '2' })
  })

  test('tell of requests rather than of bytes, and never of a limit without a time', () => {
    const bytes = { policy: policyOf('bytes', 1000, 'content-bytes'), decision: told(1, 1000) }
    const requests = { policy: policyOf('requests', 10, 'request'), decision: told(9, 1000) }
    const inFlight = { policy: policyOf('inflight', 5, 'requests', null), decision: { remaining: 0 } }
    expect(headersOf([bytes, requests, inFlight], 'legacy-delta')).toMatchObject({
      'X-RateLimit-Limit': '10',
    })
    expect(headersOf([bytes], 'legacy-delta')).toMatchObject({ 'X-RateLimit-Limit': '1000' })
    for (const dialect of ['draft-7', 'draft-6', 'draft-3', 'legacy', 'legacy-delta'] as const) {
      expect(headersOf([inFlight], dialect)).toEqual({})
    }
  })

  test('name each number once, for the policy they tell of, and need windows', () => {
    const decisions = [
      { policy: policyOf('minute', 60), decision: told(50, 1000) },
      { policy: policyOf('hour', 60, 'requests', 3600), decision: told(40, 1000) },
      { policy: policyOf('inflight', 5, 'concurrent-requests', null), decision: { remaining: 1 } },
    ]
    expect(headersOf(decisions, 'draft-6')).toMatchObject({ 'RateLimit-Policy': '60;w=3600' })
    const windowless = [{ policy: rateLimitPolicy({ name: 'p', quota: 5 }), decision: told(4, 1000) }]
    expect(headersOf(windowless, 'draft-3')).toMatchObject({ 'RateLimit-Limit': '5' })
    expect(headersOf(windowless, 'draft-6')).not.toHaveProperty('RateLimit-Policy')
  })

  test('give a time that is rounded up once', () => {
    const decisions = [{ policy: policyOf('p', 10), decision: told(9, 1400) }]
    expect(headersOf(decisions, 'legacy', 1_796_040_000_500)).toMatchObject({
      'X-RateLimit-Reset': '1796040002',
    })
  })
})

describe('the dialect next', () => {
  const policy = rateLimitPolicy({ name: 'api', quota: 5, windowSeconds: 1 })

  test('tells the cost and the parts of the partition key', () => {
    const decision = { remaining: 4, resetAfterMs: 1000 }
    expect(headersOf([{ policy, decision, cost: 2, partition: { b: 'x', a: 'y' } }], 'next')).toEqual({
      'RateLimit-Policy': '"api";q=5;w=1',
      RateLimit: `"api";a=4;w=1;c=2;pk=:${Buffer.from('y\u001fx').toString('base64')}:`,
      'RateLimit-Partition': '"api";b;a',
    })
  })

  test('leaves out names that no parameter can have, and prefers a partition key that is given', () => {
    const partition = { 'a\r\nb': 'x', ok: 'y' }
    const decision = { policy, decision: { remaining: 4 }, partition, partitionKey: Uint8Array.of(1) }
    expect(headersOf([decision], 'next')).toMatchObject({
      RateLimit: '"api";a=4;pk=:AQ==:',
      'RateLimit-Partition': '"api";ok',
    })
  })
})

describe('several dialects at once', () => {
  const policy = rateLimitPolicy({ name: 'api', quota: 5, windowSeconds: 1 })
  const decisions = [{ policy, decision: { remaining: 4, resetAfterMs: 1000 } }]

  test('share no header: that of the first one counts', () => {
    expect(rateLimitHeaders(decisions, { dialect: ['draft-11', 'draft-6', 'legacy-delta'] })).toEqual([
      ['RateLimit-Policy', '"api";q=5;w=1'],
      ['RateLimit', '"api";r=4;t=1'],
      ['RateLimit-Limit', '5'],
      ['RateLimit-Remaining', '4'],
      ['RateLimit-Reset', '1'],
      ['X-RateLimit-Limit', '5'],
      ['X-RateLimit-Remaining', '4'],
      ['X-RateLimit-Reset', '1'],
    ])
  })

  test.each<[unknown]>([
    [['draft-11', 'draft-7']],
    [['next', 'draft-11']],
    [['draft-6', 'draft-3']],
    [['legacy', 'legacy-delta']],
    [['draft-11', 'draft-11']],
    [[]],
    ['draft-8'],
    ['toString'],
    [null],
    [7],
  ])('%j is refused', (dialect) => {
    expect(() => rateLimitWriter({ dialect: dialect as Dialect })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'dialect' }),
    )
  })
})

test('the time of day is that of the machine if none is given', () => {
  const policy = rateLimitPolicy({ name: 'api', quota: 5, windowSeconds: 1 })
  const before = Date.now()
  const [, , reset] = rateLimitHeaders([{ policy, decision: { remaining: 4, resetAfterMs: 0 } }], {
    dialect: 'legacy',
  })
  expect(Number(reset?.[1]) * 1000).toBeGreaterThanOrEqual(before)
  expect(Number(reset?.[1]) * 1000).toBeLessThanOrEqual(Date.now() + 1000)
})

test('a policy that is told twice is announced once', () => {
  const policy = rateLimitPolicy({ name: 'u', quota: 9, windowSeconds: 2 })
  const decision = { remaining: 1, resetAfterMs: 2000 }
  const decisions = [1, 2].map((byte) => ({ policy, decision, partitionKey: Uint8Array.of(byte) }))
  expect(headersOf(decisions)).toEqual({
    'RateLimit-Policy': '"u";q=9;w=2',
    RateLimit: '"u";r=1;t=2;pk=:AQ==:, "u";r=1;t=2;pk=:Ag==:',
  })
})

test('no value ever has a line break or a letter beyond ASCII, and none is empty', () => {
  const anyTime = fc.oneof(fc.integer(), fc.double(), fc.constant(undefined))
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('aZ"\\;,= ~')) }),
      fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
      fc.uint8Array(),
      fc.record({
        remaining: fc.double(),
        resetAfterMs: anyTime,
        retryAfterMs: anyTime,
        allowed: fc.boolean(),
      }),
      fc.constantFrom(...everyDialect),
      (name, partition, partitionKey, decision, dialect) => {
        const policy = rateLimitPolicy({ name, quota: 1, windowSeconds: 1, unit: name, partitionKey })
        const both = [
          { policy, decision: decision as { remaining: number }, partition },
          { policy, decision: decision as { remaining: number }, partitionKey },
        ]
        for (const [header, value] of rateLimitHeaders(both, { dialect, now: 1e12 })) {
          expect(header).toMatch(/^[A-Za-z-]+$/)
          expect(value).toMatch(/^[ -~]+$/)
          expect(value).not.toMatch(/NaN|undefined|Infinity|-\d|\d\.\d|e\+/)
        }
      },
    ),
  )
})
