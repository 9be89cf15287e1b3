/** Responses that refuse: status, headers, wait, and the form of the body. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimiter, manualClock, tokenBucket } from '../../index.ts'
import { policyDecisions, type PolicyDecision } from '../headers/policy-decision.ts'
import { rateLimitHeaders } from '../headers/rate-limit-headers.ts'
import { rateLimitPolicies, rateLimitPolicy } from '../headers/rate-limit-policy.ts'
import { preferredOf } from './accept.ts'
import { problem, type ProblemOptions } from './problem.ts'

const policy = rateLimitPolicy({ name: 'api', quota: 10, windowSeconds: 60 })

function refused(retryAfterMs: number, remaining = 0): readonly PolicyDecision[] {
  return [
    {
      policy,
      decision: { allowed: false, remaining, retryAfterMs, resetAfterMs: 60_000, replenishAfterMs: 1 },
    },
  ]
}

function headersOf(decisions: readonly PolicyDecision[], options?: ProblemOptions) {
  return Object.fromEntries(problem(decisions, options).headers)
}

describe('a refusal', () => {
  test('says what happened and what to do', () => {
    const { status, headers, body } = problem(refused(4200))
    expect(status).toBe(429)
    expect(headers).toEqual([
      ['Content-Type', 'application/problem+json'],
      ['Cache-Control', 'no-store'],
      ['Retry-After', '5'],
    ])
    expect(JSON.parse(body)).toEqual({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      title: 'Quota Exceeded',
      status: 429,
      detail: 'This request is over the limit "api". Try again in 5 seconds.',
      'violated-policies': ['api'],
    })
  })

  test.each([
    [1, '1'],
    [999, '1'],
    [1000, '1'],
    [1001, '2'],
    [86_400_000, '86400'],
    [Number.MAX_VALUE, '999999999999999'],
  ])('after %d ms asks for %s s', (retryAfterMs, seconds) => {
    expect(headersOf(refused(retryAfterMs))).toMatchObject({ 'Retry-After': seconds })
  })

  test('of a request that never passes asks for no wait', () => {
    const { headers, body } = problem(refused(Infinity, 5))
    expect(Object.fromEntries(headers)).not.toHaveProperty('Retry-After')
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringMatching(/more than can ever be granted/) })
  })

  test('is for the limits that refused, and names each once', () => {
    const [hour, other] = rateLimitPolicies([
      { name: 'hour', quota: 10, windowSeconds: 3600 },
      { name: 'other', quota: 10, windowSeconds: 3600 },
    ])
    if (hour === undefined || other === undefined) throw new Error('two policies')
    const passing = { policy: other, decision: { allowed: true, remaining: 0, resetAfterMs: 9e9 } }
    const again = { policy: hour, decision: { allowed: false, remaining: 0, retryAfterMs: 90_000 } }
    const { headers, body } = problem([...refused(1000), passing, again, again, { policy: other }])
    expect(Object.fromEntries(headers)).toMatchObject({ 'Retry-After': '90' })
    expect(JSON.parse(body)).toMatchObject({
      'violated-policies': ['api', 'hour'],
      detail: 'This request is over the limit "api" and "hour". Try again in 90 seconds.',
    })
  })

  test('waits as long as it is told to, but not less than the limits say', () => {
    expect(headersOf(refused(2000), { retryAfterMs: 120_000 })).toMatchObject({ 'Retry-After': '120' })
    expect(headersOf(refused(2000), { retryAfterMs: 500 })).toMatchObject({ 'Retry-After': '2' })
    expect(headersOf(refused(2000), { retryAfterMs: Infinity })).not.toHaveProperty('Retry-After')
  })

  test('for too much load is 503, and needs no limit', () => {
    const { status, headers, body } = problem([], { kind: 'temporary-reduced-capacity', retryAfterMs: 1500 })
    expect(status).toBe(503)
    expect(Object.fromEntries(headers)).toMatchObject({ 'Retry-After': '2', 'Cache-Control': 'no-store' })
    expect(JSON.parse(body)).toMatchObject({
      status: 503,
      title: 'Temporary Reduced Capacity',
      'violated-policies': [],
    })
    expect(headersOf([])).toMatchObject({ 'Retry-After': '1' })
  })

  test('is exact: a bucket refuses a moment earlier and allows when the wait is over', () => {
    const clock = manualClock(0)
    const limit = tokenBucket({ capacity: 10, rate: '1/s' })
    const policies = rateLimitPolicies([{ name: 'api', limit }])
    const limiter = createLimiter({ limit, clock })
    limiter.check('key', { cost: 8 })
    const decisions = policyDecisions(policies, limiter.check('key', { cost: 5 }))
    // Three tokens are missing; the bucket would be full after eight seconds.
    expect(headersOf(decisions)).toMatchObject({ 'Retry-After': '3' })
    expect(rateLimitHeaders(decisions)).toContainEqual(['RateLimit', '"api";r=2;t=3'])
    clock.set(2999)
    expect(limiter.peek('key', { cost: 5 }).allowed).toBe(false)
    clock.set(3000)
    expect(limiter.peek('key', { cost: 5 }).allowed).toBe(true)
  })

  test('never asks to come back before the effective window has ended', () => {
    const anyMs = fc.integer({ min: 0, max: 1e7 })
    const decision = fc.record({
      allowed: fc.constant(false),
      remaining: fc.integer({ min: 0, max: 5 }),
      retryAfterMs: anyMs,
      resetAfterMs: anyMs,
      replenishAfterMs: anyMs,
    })
    fc.assert(
      fc.property(fc.array(decision, { minLength: 1 }), (decisions) => {
        const told = decisions.map((one) => ({ policy, decision: one }))
        const field = rateLimitHeaders(told)[1]?.[1] ?? ''
        const windows = [...field.matchAll(/;t=(\d+)/g)].map(([, seconds]) => Number(seconds))
        const wait = Number(headersOf(told)['Retry-After'])
        expect(wait).toBeGreaterThanOrEqual(Math.max(...windows))
        for (const { retryAfterMs } of decisions) expect(wait * 1000).toBeGreaterThanOrEqual(retryAfterMs)
      }),
    )
  })
})

describe('the body', () => {
  test('is plain text', () => {
    const { headers, body } = problem(refused(1000), { format: 'text' })
    expect(headers).toContainEqual(['Content-Type', 'text/plain; charset=utf-8'])
    expect(body).toBe('This request is over the limit "api". Try again in 1 second.\n')
    expect(problem(refused(1000), { format: 'text', detail: false }).body).toBe('Quota Exceeded\n')
  })

  test('is an object with an error', () => {
    const { headers, body } = problem(refused(1000), { format: 'error', detail: 'Slow down.' })
    expect(headers).toContainEqual(['Content-Type', 'application/json'])
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 'quota-exceeded',
        message: 'Slow down.',
        status: 429,
        violatedPolicies: ['api'],
        retryAfterSeconds: 1,
      },
    })
    expect(JSON.parse(problem(refused(Infinity), { format: 'error' }).body)).toMatchObject({
      error: { retryAfterSeconds: null },
    })
  })

  test("is the user's own", () => {
    const format = {
      contentType: 'text/html',
      body: ({ status, title }: { status: number; title: string }) => `<h1>${status} ${title}</h1>`,
    }
    expect(problem(refused(1000), { format })).toMatchObject({ body: '<h1>429 Quota Exceeded</h1>' })
  })

  test('has no detail if none is wanted', () => {
    expect(JSON.parse(problem(refused(1000), { detail: false }).body)).not.toHaveProperty('detail')
  })

  test('is what the client asks for', () => {
    const format = ['problem', 'text'] as const
    const typeFor = (accept?: string | string[]) =>
      headersOf(refused(1000), { format, accept })['Content-Type']
    expect(typeFor('text/plain')).toBe('text/plain; charset=utf-8')
    expect(typeFor('application/problem+json, text/plain;q=0.9')).toBe('application/problem+json')
    expect(typeFor(['text/html', 'text/*'])).toBe('text/plain; charset=utf-8')
    expect(typeFor()).toBe('application/problem+json')
  })
})

describe('Accept', () => {
  const json = 'application/json'
  const text = 'text/plain; charset=utf-8'

  test.each<[string | readonly string[] | undefined, number]>([
    [undefined, 0],
    ['', 0],
    ['*/*', 0],
    ['text/plain', 1],
    ['TEXT/PLAIN', 1],
    ['text/*', 1],
    ['text/html, */*;q=0.8', 0],
    ['application/json;q=0.5, text/plain;q=0.6', 1],
    ['application/json;q=0.5, text/plain; Q=0.4', 0],
    ['*/*, application/json;q=0', 1],
    ['application/json;q=0', 0],
    ['image/png', 0],
    ['text/plain;level=1', 1],
    ['application/json;q=high', 0],
    [['image/png', 'text/plain'], 1],
    [`${'image/png,'.repeat(40)}text/plain`, 0],
  ])('%j', (accept, index) => {
    expect(preferredOf(accept, [json, text])).toBe(index)
  })

  test('of any text gives one of the forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('*/,;=q.019 atex')) }), (accept) => {
        expect([0, 1]).toContain(preferredOf(accept, [json, text]))
      }),
    )
  })
})

test.each<[string, unknown, string, string]>([
  ['a kind', { kind: 'rain' }, 'ERR_INVALID_OPTION', 'kind'],
  ['a form', { format: 'xml' }, 'ERR_INVALID_OPTION', 'format'],
  ['a form of many objects', { format: 'toString' }, 'ERR_INVALID_OPTION', 'format'],
  ['no form', { format: [] }, 'ERR_INVALID_OPTION', 'format'],
  ['null as a form', { format: [null] }, 'ERR_INVALID_OPTION', 'format'],
  ['a form without a body', { format: { contentType: 'text/html' } }, 'ERR_INVALID_OPTION', 'format'],
  [
    'a line break in a type',
    { format: { contentType: 'a\r\nb', body: () => '' } },
    'ERR_INVALID_OPTION',
    'format',
  ],
  ['a negative wait', { retryAfterMs: -1 }, 'ERR_INVALID_NUMBER', 'retryAfterMs'],
  ['NaN as a wait', { retryAfterMs: NaN }, 'ERR_INVALID_NUMBER', 'retryAfterMs'],
  ['an unknown option', { status: 503 }, 'ERR_INVALID_OPTION', 'problem.status'],
])('%s is refused', (_, options, code, field) => {
  expect(() => problem([], options as ProblemOptions)).toThrow(expect.objectContaining({ code, field }))
})
