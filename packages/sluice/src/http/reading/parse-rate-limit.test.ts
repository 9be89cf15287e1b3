/** What responses of many senders say, in the forms in which runtimes hand over headers. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeaderInput } from '../header-input.ts'
import { paceFrom } from './pace-from.ts'
import { parseRateLimit } from './parse-rate-limit.ts'

const now = Date.UTC(2026, 10, 30, 12)

function parse(headers: HeaderInput) {
  return parseRateLimit(headers, { now })
}

function pace(headers: Record<string, string>, status?: number) {
  return paceFrom(parse(headers), status === undefined ? {} : { status })
}

describe('headers', () => {
  const wanted = { remaining: 3, resetAfterMs: 7000, limit: 10, dialect: 'draft-11' }

  test.each<[string, HeaderInput]>([
    ['as the object of node:http', { ratelimit: '"a";r=3;t=7', 'ratelimit-policy': ['"a";q=10', '"b";q=9'] }],
    ['as Headers', new Headers({ RateLimit: '"a";r=3;t=7', 'RateLimit-Policy': '"a";q=10, "b";q=9' })],
    [
      'as a list, over several lines',
      [
        ['RATELIMIT', ' "a";r=3;t=7\t'],
        ['RateLimit-Policy', '"b";q=9'],
        ['ratelimit-policy', '"A";q=10'],
      ],
    ],
  ])('%s', (_, headers) => {
    expect(parse(headers)).toMatchObject(wanted)
    expect(parse(headers).policies).toHaveLength(2)
  })

  test('that are not there say nothing', () => {
    const nothing = {
      limit: null,
      remaining: null,
      resetAfterMs: null,
      retryAfterMs: null,
      dialect: null,
      ignored: [],
    }
    for (const headers of [{}, [], new Headers()]) expect(parse(headers)).toMatchObject(nothing)
    expect(parse({ 'retry-after': undefined, age: 5 })).toMatchObject(nothing)
  })

  test('count from now if no time is given', () => {
    const reset = String(Math.floor(Date.now() / 1000) + 60)
    const { resetAfterMs } = parseRateLimit({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })
    expect(resetAfterMs).toBeGreaterThan(0)
    expect(resetAfterMs).toBeLessThanOrEqual(60_000)
  })
})

describe('the drafts', () => {
  test('tell of the limit nearest to being used up', () => {
    expect(parse({ ratelimit: '"a";r=9;t=1, "b";r=2;t=3, "c";r=2;t=8' })).toMatchObject({
      remaining: 2,
      resetAfterMs: 8000,
    })
  })

  test.each<[string, Record<string, string>, unknown]>([
    [
      'a name may be a Token in RateLimit, where the draft does not say that it must be a String',
      { ratelimit: 'default;r=5;t=1' },
      { dialect: 'draft-11', limits: [{ policy: 'default' }], ignored: [] },
    ],
    [
      'a number is no name',
      { ratelimit: '5;r=5;t=1' },
      { dialect: null, limits: [], ignored: ['RateLimit'] },
    ],
    [
      'one broken item drops the field',
      { ratelimit: '"a";r=5, "b";r=-1' },
      { dialect: null, limits: [], ignored: ['RateLimit'] },
    ],
    [
      'of the next dialect only the broken item is dropped',
      { ratelimit: '"a";a=5;w=1, "b";a=x, (c);a=1', 'ratelimit-policy': 'a;q=9, "b";w=1' },
      { dialect: 'next', limits: [{ policy: 'a', limit: 9 }], policies: [{ name: 'a' }], ignored: [] },
    ],
    [
      'nothing of it is left if every item is broken',
      { ratelimit: '"b";a=x' },
      { dialect: null, limits: [], ignored: ['RateLimit'] },
    ],
    [
      'an own a is a comment beside an r',
      { ratelimit: '"b";a=1;r=5;t=2' },
      { dialect: 'draft-11', limits: [{ remaining: 5, resetAfterMs: 2000 }] },
    ],
    [
      'draft-07 must have a reset',
      { ratelimit: 'limit=10, remaining=1', 'ratelimit-policy': '10;w=1' },
      {
        dialect: 'draft-6',
        limits: [],
        policies: [{ name: '10', windowSeconds: 1 }],
        ignored: ['RateLimit'],
      },
    ],
    [
      'draft-07 may leave out what remains',
      { ratelimit: 'limit=10, reset=5;x=1, other' },
      { dialect: 'draft-7', limits: [{ policy: '10', limit: 10, remaining: null, resetAfterMs: 5000 }] },
    ],
    [
      'policies of numbers must have windows',
      { 'ratelimit-policy': '10;w=1, 20' },
      { dialect: null, policies: [], ignored: ['RateLimit-Policy'] },
    ],
    [
      'parameters of the three fields say nothing',
      { 'ratelimit-limit': '10;x', 'ratelimit-remaining': '1;y=2', 'ratelimit-reset': '3;z' },
      { dialect: 'draft-6', limits: [{ limit: 10, remaining: 1, resetAfterMs: 3000 }], ignored: [] },
    ],
    [
      'each of the three stands for itself',
      { 'ratelimit-limit': '10, x', 'ratelimit-remaining': '0', 'ratelimit-reset': 'soon' },
      {
        limits: [{ policy: null, limit: null, remaining: 0, resetAfterMs: null }],
        ignored: ['RateLimit-Limit', 'RateLimit-Reset'],
      },
    ],
    [
      'GitLab says the time of the reset in words too',
      { 'ratelimit-remaining': '0', 'ratelimit-resettime': 'Mon, 30 Nov 2026 12:00:09 GMT' },
      { resetAfterMs: 9000 },
    ],
    [
      'what came from a cache is not of now',
      { age: '0030', ratelimit: '"a";r=0;t=5', 'ratelimit-remaining': '0', 'x-ratelimit-remaining': '0' },
      { dialect: null, limits: [], readings: [], ignored: ['RateLimit', 'RateLimit-Remaining'] },
    ],
    ['an age of 0 is no cache', { age: '0', ratelimit: '"a";r=0;t=5' }, { dialect: 'draft-11', ignored: [] }],
    [
      'both generations at once are read, the newer first',
      {
        ratelimit: '"a";r=4;t=5',
        'ratelimit-limit': '10',
        'ratelimit-remaining': '3',
        'ratelimit-reset': '5',
      },
      { remaining: 4, readings: [{ source: 'ratelimit' }, { source: 'ratelimit-triple' }] },
    ],
  ])('%s', (_, headers, wanted) => {
    expect(parse(headers)).toMatchObject(wanted as object)
  })
})

describe('vendors', () => {
  test.each<[string, Record<string, string>, unknown]>([
    [
      'X: an extra hyphen, and a limit for the day',
      {
        'x-rate-limit-limit': '15',
        'x-rate-limit-remaining': '15',
        'x-rate-limit-reset': `${now / 1000 + 9}`,
        'x-user-limit-24hour-limit': '250',
        'x-user-limit-24hour-remaining': '0',
        'x-user-limit-24hour-reset': `${now / 1000 + 3600}`,
      },
      {
        dialect: 'vendor',
        policies: [],
        limits: [
          { policy: '15', resetAfterMs: 9000 },
          { policy: '24hour', remaining: 0, resetAfterMs: 3_600_000 },
        ],
      },
    ],
    [
      'Discord: the wait rather than the time, both with fractions',
      {
        'X-RateLimit-Limit': '5',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '1470173023.123',
        'X-RateLimit-Reset-After': '64.57',
        'X-RateLimit-Bucket': 'abcd',
      },
      { dialect: 'legacy-delta', limits: [{ policy: '5', limit: 5, remaining: 0, resetAfterMs: 64_570 }] },
    ],
    [
      'Envoy: policies behind the limit',
      {
        'x-ratelimit-limit': '10, 10;w=1;name="per-ip", 1000;w=3600',
        'x-ratelimit-remaining': '3',
        'x-ratelimit-reset': '0',
      },
      {
        dialect: 'legacy-delta',
        limit: 10,
        resetAfterMs: 0,
        policies: [
          { quota: 10, windowSeconds: 1 },
          { quota: 1000, windowSeconds: 3600 },
        ],
      },
    ],
    [
      'Kong: several windows with one reset',
      {
        'X-RateLimit-Remaining-Second': '4',
        'X-RateLimit-Limit-Second': '5',
        'X-RateLimit-Remaining-Hour': '0',
      },
      {
        limits: [
          { policy: 'second', limit: 5, remaining: 4 },
          { policy: 'hour', remaining: 0, resetAfterMs: null },
        ],
      },
    ],
    [
      'Azure: -1 and 0 are not known',
      {
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '0',
        'x-ratelimit-remaining-requests': '-1',
      },
      { limits: [{ policy: 'tokens', remaining: 0, resetAfterMs: null }] },
    ],
    [
      'OpenAI: a limit of a project',
      {
        'x-ratelimit-limit-project-tokens': '100',
        'x-ratelimit-remaining-project-tokens': '7',
        'x-ratelimit-reset-project-tokens': '1h2m3.5s',
      },
      { limits: [{ policy: 'project-tokens', limit: 100, remaining: 7, resetAfterMs: 3_723_500 }] },
    ],
    [
      'Anthropic: any offset from UTC',
      {
        'anthropic-ratelimit-tokens-limit': '9',
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': '2026-11-30T13:30:00.5+01:30',
        'anthropic-ratelimit-unified-reset': '1796040060',
      },
      { dialect: 'vendor', limits: [{ policy: 'tokens', limit: 9, remaining: 0, resetAfterMs: 500 }] },
    ],
    [
      'Jira: no seconds',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2026-11-30T12:01Z' },
      { resetAfterMs: 60_000 },
    ],
    [
      'Shopify: how full the bucket is',
      { 'x-shopify-shop-api-call-limit': '32/40' },
      { dialect: 'vendor', limit: 40, remaining: 8, resetAfterMs: null },
    ],
    [
      'Stripe: a reason',
      { 'stripe-rate-limited-reason': 'global-rate' },
      { stripeReason: 'global-rate', dialect: null },
    ],
    ['Stripe: no such reason', { 'stripe-rate-limited-reason': 'rain' }, { stripeReason: null }],
    [
      'nobody: a number twice is none',
      { 'x-ratelimit-limit': '1000,1000', 'x-ratelimit-remaining': '5,5' },
      { limits: [] },
    ],
  ])('%s', (_, headers, wanted) => {
    const lowered = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    expect(parse(lowered)).toMatchObject(wanted as object)
  })

  test('a number can be told to mean one thing', () => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1500000000' }
    const after = (reset: 'delta-seconds' | 'epoch-seconds' | 'epoch-milliseconds') =>
      parseRateLimit(headers, { now: 1_499_999_999_000, reset }).resetAfterMs
    expect([after('delta-seconds'), after('epoch-seconds'), after('epoch-milliseconds')]).toEqual([
      1_500_000_000_000, 1000, 0,
    ])
  })

  test('a time counts by the clock of the sender', () => {
    const headers = {
      date: 'Mon, 30 Nov 2026 13:00:00 GMT',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': `${now / 1000 + 3605}`,
    }
    expect(parse(headers).resetAfterMs).toBe(5000)
    expect(parse({ ...headers, date: 'yesterday' }).resetAfterMs).toBe(3_605_000)
  })
})

describe('the pace', () => {
  test.each<[string, Record<string, string>, number | undefined, number | null, string | null]>([
    [
      'milliseconds go before seconds',
      { 'x-ms-retry-after-ms': '1500', 'retry-after': '9' },
      429,
      1500,
      'x-ms-retry-after-ms',
    ],
    [
      'what is no number counts as not there',
      { 'retry-after-ms': '-1', 'retry-after': '2' },
      429,
      2000,
      'retry-after',
    ],
    ['a list is no wait', { 'retry-after': '5, 10' }, 429, null, null],
    ['words are no wait', { 'retry-after': 'soon' }, 429, null, null],
    ['hex is no wait', { 'retry-after': '0x10' }, 429, null, null],
    [
      'a huge wait does not overflow',
      { 'retry-after': '9'.repeat(400) },
      429,
      Number.MAX_SAFE_INTEGER,
      'retry-after',
    ],
    ['a date of asctime', { 'retry-after': 'Mon Nov 30 12:00:30 2026' }, 503, 30_000, 'retry-after'],
    [
      'Retry-After counts also where a cache answered',
      { age: '5', 'retry-after': '7' },
      429,
      7000,
      'retry-after',
    ],
    ['units are left', { 'x-ratelimit-remaining': '5' }, 200, 0, 'x-ratelimit'],
    ['units are left, whatever the status', { 'x-ratelimit-remaining': '5' }, undefined, 0, 'x-ratelimit'],
    [
      'units are left but the request was refused',
      { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '9' },
      429,
      null,
      null,
    ],
    [
      'a family without a time leaves it to the next',
      { ratelimit: '"a";r=0', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4' },
      429,
      4000,
      'x-ratelimit',
    ],
    [
      'a time that is past',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1000000000' },
      429,
      0,
      'x-ratelimit',
    ],
    [
      'only limits that are used up count',
      { ratelimit: '"a";r=0;t=5, "b";r=1;t=50, "c";r=0' },
      429,
      5000,
      'ratelimit',
    ],
    ['Shopify, full', { 'x-shopify-shop-api-call-limit': '41/40' }, 429, null, null],
    [
      'X',
      { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': `${now / 1000 + 1}` },
      429,
      1000,
      'x-rate-limit',
    ],
    ['nothing', {}, 200, null, null],
  ])('%s', (_, headers, status, waitMs, source) => {
    expect(pace(headers, status)).toEqual({ waitMs, source })
  })
})

test('nothing that a sender sends is thrown back', () => {
  const name = fc.constantFrom(
    'age',
    'date',
    'retry-after',
    'retry-after-ms',
    'ratelimit',
    'ratelimit-policy',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'x-ratelimit-__proto__-limit',
    'anthropic-ratelimit-tokens-reset',
    'x-shopify-shop-api-call-limit',
  )
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789-+.,;:="(wrtqaTZGMms ')) }),
    fc.constantFrom(
      '"a";r=0;t=5',
      '10, 10;w=1',
      '1796040060',
      '6m0s',
      '2026-13-45T99:99:99Z',
      '9'.repeat(30),
    ),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), fc.integer({ min: 0, max: 2e12 }), (headers, at) => {
      const parsed = parseRateLimit(headers, { now: at })
      const { waitMs } = paceFrom(parsed, { status: 429 })
      for (const ms of [waitMs, parsed.resetAfterMs, parsed.retryAfterMs]) {
        expect(ms === null || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
      }
    }),
  )
})
