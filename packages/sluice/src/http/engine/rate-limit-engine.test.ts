import { describe, expect, test } from 'vitest'
import { begun, engineOf, headersOf, limiterOf } from '../../../../../test/support/test-engine.ts'
import { manualClock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { gcra } from '../../limits/gcra.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { rateLimitOf } from './request-record.ts'

function noSession(): never {
  throw new Error('no session')
}

describe('one rule', () => {
  test('passes what its limit allows, refuses the rest, and tells both where they stand', () => {
    const engine = engineOf({ name: 'api', limiter: limiterOf(1) })
    const first = begun(engine)
    expect(first.action).toBe('pass')
    expect(headersOf(first)).toEqual({ 'RateLimit-Policy': '"api";q=1;w=60', RateLimit: '"api";r=0;t=60' })
    const second = begun(engine)
    expect(second.action).toBe('refuse')
    expect(second.refusal?.status).toBe(429)
    expect(Object.fromEntries(second.refusal?.headers ?? [])).toEqual({
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'Retry-After': '60',
    })
    expect(JSON.parse(second.refusal?.body ?? '')).toMatchObject({
      status: 429,
      'violated-policies': ['api'],
    })
  })

  test('keys by the address of the client, or by what its key says', () => {
    const limiter = limiterOf()
    begun(engineOf({ limiter }))
    expect(limiter.peek('192.0.2.1').remaining).toBe(1)
    begun(engineOf({ limiter, key: ({ user = '' }) => user }), { user: 'ann' })
    expect(limiter.peek('ann').remaining).toBe(1)
  })

  test('costs what its cost says, and 0 looks only', () => {
    const limiter = limiterOf(10)
    const engine = engineOf({ limiter, cost: ({ tokens = 0 }) => tokens })
    begun(engine, { tokens: 4 })
    expect(headersOf(begun(engine, { tokens: 0 }))).toMatchObject({ RateLimit: '"default";r=6;t=60' })
  })

  test('takes a limit alone for one of its own', () => {
    const engine = engineOf({ limit: tokenBucket({ capacity: 1, rate: '1/h' }) })
    expect([begun(engine).action, begun(engine).action]).toEqual(['pass', 'refuse'])
  })

  test('keeps what was used when the plan changes within the window', () => {
    const plans = {
      free: fixedWindow({ limit: 3, window: '1m' }),
      paid: fixedWindow({ limit: 9, window: '1m' }),
    }
    let plan: keyof typeof plans | 'own' = 'free'
    const engine = engineOf({
      limiter: limiterOf(5),
      limit: () => (plan === 'own' ? undefined : plans[plan]),
    })
    begun(engine)
    begun(engine)
    plan = 'paid'
    expect(headersOf(begun(engine))).toEqual({
      'RateLimit-Policy': '"default";q=9;w=60',
      RateLimit: '"default";r=6;t=60',
    })
    plan = 'free'
    expect(begun(engine).action).toBe('refuse')
    plan = 'own'
    expect(headersOf(begun(engine))).toMatchObject({ RateLimit: '"default";r=1;t=60' })
  })

  test('leaves those alone whom it skips, and the questions of browsers', () => {
    const limiter = limiterOf()
    const engine = engineOf({ limiter, skip: ({ user }) => user === 'health' })
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }
    expect(begun(engine, { user: 'health' }).headers()).toEqual([])
    begun(engine, preflight)
    expect(limiter.peek('192.0.2.1').remaining).toBe(2)
    begun(engine, { method: 'OPTIONS' })
    expect(limiter.peek('192.0.2.1').remaining).toBe(1)
    begun(engineOf({ limiter, preflights: 'count' }), preflight)
    expect(limiter.peek('192.0.2.1').remaining).toBe(0)
  })

  test('waits for functions that answer later', async () => {
    const limiter = limiterOf()
    const engine = engineOf({ limiter, key: () => Promise.resolve('ann'), cost: () => Promise.resolve(2) })
    expect((await engine.begin({})).action).toBe('pass')
    expect((await engine.begin({})).action).toBe('refuse')
  })

  test('in shadow mode reports whom it would refuse, refuses nobody and tells clients nothing', () => {
    const reports: unknown[] = []
    const engine = engineOf({
      limiter: limiterOf(10),
      mode: 'shadow',
      onShadowRefused: ({ name, mode, decision }) => reports.push([name, mode, decision.allowed]),
    })
    const passages = Array.from({ length: 25 }, () => begun(engine))
    expect(passages.every(({ action }) => action === 'pass')).toBe(true)
    expect(passages.flatMap((passage) => passage.headers())).toEqual([])
    expect(reports).toEqual(Array.from({ length: 15 }, () => ['default', 'shadow', false]))
  })

  test('a listener that fails harms no request', () => {
    const engine = engineOf({ limiter: limiterOf(1), onRefused: noSession })
    expect([begun(engine).action, begun(engine).action]).toEqual(['pass', 'refuse'])
  })

  test('tells nobody anything where no dialect is wanted', () => {
    expect(begun(engineOf({ limiter: limiterOf(), dialect: false })).headers()).toEqual([])
  })

  test('tells a limiter with several limits under the names of both', () => {
    const limits = { burst: gcra({ burst: 5, rate: '1/s' }), hour: fixedWindow({ limit: 50, window: '1h' }) }
    const limiter = createLimiter({ limits, clock: manualClock(0) })
    expect(headersOf(begun(engineOf({ name: 'api', limiter })))).toEqual({
      'RateLimit-Policy': '"api-burst";q=5;w=5, "api-hour";q=50;w=3600',
      RateLimit: '"api-burst";r=4;t=1, "api-hour";r=49;t=3600',
    })
  })
})

test('a limiter that gives one object for all of its decisions is told rightly after the next request too', () => {
  const limit = fixedWindow({ limit: 9, window: '1m' })
  const limiter = createLimiter({ limit, clock: manualClock(0), reuseDecision: true })
  const engine = engineOf({ limiter })
  const passages = [begun(engine), begun(engine), begun(engine)]
  expect(passages.map((passage) => headersOf(passage)['RateLimit'])).toEqual([
    '"default";r=8;t=60',
    '"default";r=7;t=60',
    '"default";r=6;t=60',
  ])
})

describe('several rules', () => {
  test('are one decision: a refusal charges none of them', () => {
    const small = limiterOf(1)
    const large = limiterOf(10)
    const engine = engineOf({
      rules: [
        { name: 'large', limiter: large },
        { name: 'small', limiter: small },
      ],
    })
    expect(headersOf(begun(engine))).toMatchObject({ RateLimit: '"large";r=9;t=60, "small";r=0;t=60' })
    const refused = begun(engine)
    expect(refused.action).toBe('refuse')
    expect(JSON.parse(refused.refusal?.body ?? '')).toMatchObject({ 'violated-policies': ['small'] })
    expect(headersOf(refused)).toMatchObject({ RateLimit: '"large";r=9;t=60, "small";r=0;t=60' })
    expect(large.peek('192.0.2.1').remaining).toBe(9)
  })

  test('a rule in shadow mode neither refuses nor is charged for those who are refused', () => {
    const shadow = limiterOf(1)
    const enforced = limiterOf(2)
    const engine = engineOf({ rules: [{ limiter: shadow, mode: 'shadow' }, { limiter: enforced }] })
    const actions = [begun(engine), begun(engine), begun(engine)].map(({ action }) => action)
    expect(actions).toEqual(['pass', 'pass', 'refuse'])
    expect(shadow.peek('192.0.2.1').remaining).toBe(0)
  })

  test('must have names that differ', () => {
    const rules = [{ limiter: limiterOf() }, { limiter: limiterOf() }]
    expect(() => engineOf({ rules })).toThrow(/Two policies are named "default"/)
  })

  test('of several engines are told together, and a limiter met twice is charged once', () => {
    const global = limiterOf(10)
    const request = {}
    begun(engineOf({ name: 'global', limiter: global }), request)
    const rules = [
      { name: 'global', limiter: global },
      { name: 'route', limiter: limiterOf(3) },
    ]
    expect(headersOf(begun(engineOf({ rules }), request))).toEqual({
      'RateLimit-Policy': '"global";q=10;w=60, "route";q=3;w=60',
      RateLimit: '"global";r=9;t=60, "route";r=2;t=60',
    })
    expect(rateLimitOf(request).map(({ name }) => name)).toEqual(['global', 'route'])
  })
})
