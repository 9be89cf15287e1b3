/** Headers that were wrong elsewhere: seconds, rounding, what remains, and which wait is which. */
import { describe, expect, test } from 'vitest'
import {
  policyDecisions,
  problem,
  rateLimitHeaders,
  rateLimitPolicies,
} from '../../packages/sluice/src/http/index.ts'
import {
  createLimiter,
  fixedWindow,
  gcra,
  manualClock,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'

/** A client of one limit who asks at times, and the headers it gets. */
function clientOf(limit: Limit, startMs = 0) {
  const clock = manualClock(startMs)
  const limiter = createLimiter({ limit, clock })
  const policies = rateLimitPolicies([{ name: 'p', limit }])
  return (atMs: number, cost = 1) => {
    clock.set(startMs + atMs)
    const decision = limiter.check('client', { cost })
    const decisions = policyDecisions(policies, decision)
    const headers = [
      ...rateLimitHeaders(decisions, { dialect: ['draft-11', 'legacy-delta'] }),
      ...(decision.allowed ? [] : problem(decisions).headers),
    ]
    return { decision, headers: Object.fromEntries(headers) }
  }
}

// B04
test('Retry-After is in seconds, and of the time left', () => {
  const ask = clientOf(fixedWindow({ limit: 5, window: '1m' }))
  for (let hit = 0; hit < 5; hit++) expect(ask(0).headers).not.toHaveProperty('Retry-After')
  expect(ask(2000).headers).toMatchObject({
    'Retry-After': '58',
    'X-RateLimit-Reset': '58',
    RateLimit: '"p";r=0;t=58',
  })
})

// B05
test('Retry-After of a refusal is never 0', () => {
  const ask = clientOf(tokenBucket({ capacity: 1, rate: '10/s' }))
  ask(0)
  const { decision, headers } = ask(0)
  expect(decision).toMatchObject({ allowed: false, retryAfterMs: 100 })
  expect(headers).toMatchObject({ 'Retry-After': '1', RateLimit: '"p";r=0;t=1' })
})

// B06
test('what remains is what would pass now, and never negative', () => {
  const ask = clientOf(fixedWindow({ limit: 3, window: '1m' }))
  const told = Array.from({ length: 5 }, () => ask(0).headers['X-RateLimit-Remaining'])
  expect(told).toEqual(['2', '1', '0', '0', '0'])
})

// B07
test('Retry-After takes off how much of the window has passed', () => {
  const ask = clientOf(fixedWindow({ limit: 10, window: '1m', align: 'first-request' }), 7777)
  for (let hit = 0; hit < 10; hit++) ask(2000 * hit)
  expect(ask(20_000).headers).toMatchObject({ 'Retry-After': '40', RateLimit: '"p";r=0;t=40' })
})

// B08
describe.each([
  ['token bucket', tokenBucket({ capacity: 3, rate: '3/min' })],
  ['GCRA', gcra({ burst: 3, rate: '3/min' })],
])('%s', (_, limit) => {
  test.each([
    [20_000, true],
    [19_999, false],
  ])('the wait that was told, not the full reset, leads to an allowed call: at %d ms %s', (atMs, allowed) => {
    const ask = clientOf(limit)
    for (let hit = 0; hit < 3; hit++) ask(0)
    const { decision, headers } = ask(1000)
    expect(decision).toMatchObject({ allowed: false, retryAfterMs: 19_000, resetAfterMs: 59_000 })
    expect(headers).toMatchObject({ 'Retry-After': '19', RateLimit: '"p";r=0;t=19' })
    expect(ask(atMs).decision.allowed).toBe(allowed)
  })
})

// B09
test('what remains takes the window before into account', () => {
  const ask = clientOf(slidingWindowCounter({ limit: 100, window: '1m' }))
  ask(0, 50)
  const { headers } = ask(66_000, 10)
  expect(headers).toMatchObject({ 'X-RateLimit-Remaining': '45' })
  expect(ask(66_000, 45).decision.allowed).toBe(true)
  expect(ask(66_000).decision.allowed).toBe(false)
})

// B51
test('each header comes once, from the limit that is closest to its end', () => {
  const limits = {
    global: fixedWindow({ limit: 10, window: '1m' }),
    route: fixedWindow({ limit: 1000, window: 'day' }),
  }
  const policies = rateLimitPolicies(Object.entries(limits).map(([name, limit]) => ({ name, limit })))
  const decisions = Object.values(limits).flatMap((limit, index) =>
    policyDecisions(
      policies.slice(index, index + 1),
      createLimiter({ limit, clock: manualClock(0) }).check('client'),
    ),
  )
  for (const dialect of ['draft-11', 'draft-7', 'draft-6', 'draft-3', 'legacy', 'next'] as const) {
    const names = rateLimitHeaders(decisions, { dialect }).map(([name]) => name)
    expect(names).toEqual([...new Set(names)])
  }
  expect(Object.fromEntries(rateLimitHeaders(decisions, { dialect: 'legacy-delta' }))).toMatchObject({
    'X-RateLimit-Limit': '10',
    'X-RateLimit-Remaining': '9',
  })
  expect(Object.fromEntries(rateLimitHeaders(decisions))).toMatchObject({
    RateLimit: '"global";r=9;t=60, "route";r=999;t=86400',
  })
})
