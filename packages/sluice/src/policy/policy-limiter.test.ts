import { describe, expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../clock.ts'
import { rateLimitHeaders } from '../http/headers/rate-limit-headers.ts'
import type { Store } from '../stores/store.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import { createPolicyLimiter, type PolicyLimiter } from './policy-limiter.ts'
import { readPolicy } from './read-policy.ts'

const START_MS = 1_700_000_000_000

function limiterOf(rules: string, clock: ManualClock = manualClock(START_MS)): PolicyLimiter {
  return createPolicyLimiter(readPolicy(policyText(rules)), { clock })
}

function policyText(rules: string): string {
  return `version: 1\nrules:\n${rules
    .trim()
    .split('\n')
    .map((line) => `  - ${line.trim()}`)
    .join('\n')}\n`
}

const all = '{ name: all, key: [], limits: [sliding-log: { limit: 3, window: 1m }] }'
const each = '{ name: each, key: [client], limits: [sliding-log: { limit: 2, window: 10s }] }'
const login =
  '{ name: login, match: { path: /login }, key: [client], count: failures, limits: [sliding-log: { limit: 2, window: 1h }] }'
const trial = '{ name: trial, key: [client], mode: shadow, limits: [sliding-log: { limit: 1, window: 20s }] }'

function bucket(capacity: number, more = ''): string {
  return `{ name: api, key: [client], ${more} limits: [token-bucket: { capacity: ${capacity}, rate: 1/h }] }`
}

function replace(limiter: PolicyLimiter, rules: string): void {
  limiter.replacePolicy(readPolicy(policyText(rules)))
}

function left(limiter: PolicyLimiter, client = 'a'): number | undefined {
  return limiter.peek({ client, path: '/api' }).rules[0]?.decision.remaining
}

function leaky(name: string, ms: number, mode: string): string {
  return `{ name: ${name}, key: [${name}], mode: ${mode}, limits: [leaky-bucket: { size: 5, rate: 1/${ms}ms }] }`
}

/** The store in memory, a turn later. */
function laterStore(): Store<'async'> {
  const store = memoryStore()
  return {
    name: 'later',
    mode: 'async',
    bind: (limits, options) => {
      const binding = store.bind(limits, options)
      return {
        check: async (...args) => binding.check(...args),
        peek: async (...args) => binding.peek(...args),
        charge: async (...args) => binding.charge(...args),
        giveBack: async (...args) => binding.giveBack(...args),
        block: async (...args) => binding.block(...args),
        reset: async (...args) => binding.reset(...args),
        close: async () => binding.close(),
      }
    },
  }
}

function sharedLimiterOf(rules: string): PolicyLimiter<'async'> {
  return createPolicyLimiter(readPolicy(policyText(rules)), {
    store: laterStore(),
    clock: manualClock(START_MS),
  })
}

describe('several rules are one decision', () => {
  test('all are charged, or none is', () => {
    const limiter = limiterOf(`${all}\n${each}`)
    expect(limiter.check({ client: 'a' }).allowed).toBe(true)
    expect(limiter.check({ client: 'a' }).allowed).toBe(true)
    const refused = limiter.check({ client: 'a' })
    expect(refused).toMatchObject({ allowed: false, refusedBy: ['each'], retryAfterMs: 10_000, never: false })
    // Not charged for what the other refused: one of three is left.
    expect(refused.rules.map(({ decision }) => decision.remaining)).toEqual([1, 0])
    expect(limiter.check({ client: 'b' }).allowed).toBe(true)
    const both = limiter.check({ client: 'a' })
    expect(both.refusedBy).toEqual(['all', 'each'])
    expect(both.retryAfterMs).toBe(60_000)
    // Nor is this one charged for what `all` refuses.
    expect(limiter.peek({ client: 'c' }).rules[1]?.decision.remaining).toBe(2)
    expect(limiter.check({ client: 'c' }).refusedBy).toEqual(['all'])
    expect(limiter.peek({ client: 'c' }).rules[1]?.decision.remaining).toBe(2)
  })

  test('a request that no rule matches is allowed, and says so', () => {
    const decision = limiterOf(login).check({ path: '/' })
    expect(decision).toMatchObject({ allowed: true, rules: [], refusedBy: [], retryAfterMs: 0, delayMs: 0 })
    expect(decision.told).toEqual([])
  })

  test('a rule of one limit answers as one of several does', () => {
    const two = each
      .replace('each', 'two')
      .replace('[client]', '[user]')
      .replace('] }', ', gcra: { burst: 9, rate: 1/d }] }')
    const limiter = limiterOf(`${each}\n${two}`)
    limiter.check({}, { cost: 2 })
    const [one, other] = limiter.check({}).rules.map(({ decision }) => decision)
    expect(one).toMatchObject({ refusedBy: ['sliding-log'], remaining: 0, atMs: START_MS, blocked: false })
    expect(one?.limits['sliding-log']).toEqual(other?.limits['sliding-log'])
    expect(Object.keys(one ?? {}).toSorted()).toEqual(Object.keys(other ?? {}).toSorted())
  })

  test('a cost above a limit never passes, a cost of 0 always does', () => {
    const limiter = limiterOf(`${all}\n${each}`)
    expect(limiter.check({}, { cost: 3 })).toMatchObject({
      refusedBy: ['each'],
      never: true,
      retryAfterMs: Infinity,
    })
    expect(limiter.check({}, { cost: 0 }).allowed).toBe(true)
    expect(limiter.peek({}).rules.map(({ decision }) => decision.remaining)).toEqual([3, 2])
    expect(() => limiter.check({}, { cost: 0.5 })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_COST' }),
    )
  })

  test('peek says what check would say, and charges nothing', () => {
    const limiter = limiterOf(`${all}\n${each}`)
    limiter.check({ client: 'a' }, { cost: 2 })
    const { allowed, refusedBy, retryAfterMs } = limiter.peek({ client: 'a' })
    expect(limiter.peek({ client: 'a' }).rules.map(({ decision }) => decision.remaining)).toEqual([1, 0])
    expect(limiter.check({ client: 'a' })).toMatchObject({ allowed, refusedBy, retryAfterMs })
  })

  test('an allowed request waits for the slowest leaky bucket that is enforced', () => {
    const limiter = limiterOf(
      [leaky('a', 100, 'enforce'), leaky('b', 300, 'enforce'), leaky('c', 900, 'shadow')].join('\n'),
    )
    expect(limiter.check({}).delayMs).toBe(0)
    expect(limiter.check({}).delayMs).toBe(300)
  })
})

describe('a rule in shadow mode', () => {
  test('refuses nothing, is not told to clients, and says what it would have refused', () => {
    const limiter = limiterOf(`${each}\n${trial}`)
    const [first, second, third] = [1, 2, 3].map(() => limiter.check({ client: 'a' }))
    expect(first).toMatchObject({ allowed: true, shadowRefusedBy: [] })
    expect(second).toMatchObject({
      allowed: true,
      refusedBy: [],
      shadowRefusedBy: ['trial'],
      retryAfterMs: 0,
    })
    expect(third).toMatchObject({ allowed: false, refusedBy: ['each'], shadowRefusedBy: ['trial'] })
    expect(rateLimitHeaders(second?.told ?? [])).toEqual([
      ['RateLimit-Policy', '"each";q=2;w=10'],
      ['RateLimit', '"each";r=0;t=10'],
    ])
  })

  test('tells those who listen what it would have refused', () => {
    const limiter = limiterOf(trial)
    const heard: string[] = []
    limiter.on('shadow-refused', ({ limiter: name = '' }) => heard.push(name))
    limiter.on('refused', ({ limiter: name = '' }) => heard.push(`refused by ${name}`))
    for (let sent = 0; sent < 3; sent++) limiter.check({ client: 'a' })
    expect(heard).toEqual(['trial', 'trial'])
  })

  test('is not charged for what another rule refuses', () => {
    const limiter = limiterOf(`${all}\n${trial}`)
    limiter.check({ client: 'a' }, { cost: 3 })
    limiter.check({ client: 'b' })
    expect(limiter.peek({ client: 'b' }).rules[1]?.decision.remaining).toBe(1)
  })
})

describe('a rule that counts failures', () => {
  test('charges at once and gives back what succeeds', () => {
    const limiter = limiterOf(login)
    const attributes = { path: '/login', client: 'a' }
    const [one, two, three] = [1, 2, 3].map(() => limiter.check(attributes))
    expect([one?.allowed, two?.allowed, three?.allowed]).toEqual([true, true, false])
    one?.settle({ failed: false })
    one?.settle({ failed: false })
    three?.settle({ failed: false })
    expect(limiter.peek(attributes).rules[0]?.decision.remaining).toBe(1)
    two?.settle({ failed: true })
    two?.settle({ failed: false })
    expect(limiter.peek(attributes).rules[0]?.decision.remaining).toBe(1)
  })

  test('counts successes the other way round, and everything where all is counted', () => {
    const successes = login.replace('failures', 'successes')
    const everything = all.replace('name: all', 'name: everything')
    const limiter = limiterOf(`${successes}\n${everything}`)
    limiter.check({ path: '/login' }).settle({ failed: true })
    expect(limiter.peek({ path: '/login' }).rules.map(({ decision }) => decision.remaining)).toEqual([2, 2])
    limiter.check({ path: '/login' }).settle({ failed: false })
    expect(limiter.peek({ path: '/login' }).rules.map(({ decision }) => decision.remaining)).toEqual([1, 1])
  })

  test('gives back into the window that was charged', () => {
    const clock = manualClock(START_MS)
    const limiter = limiterOf(
      login.replace('sliding-log: { limit: 2, window: 1h }', 'fixed-window: { limit: 2, window: 1s }'),
      clock,
    )
    const old = limiter.check({ path: '/login' })
    clock.advance(1000)
    limiter.check({ path: '/login' })
    old.settle({ failed: false })
    expect(limiter.peek({ path: '/login' }).rules[0]?.decision.remaining).toBe(1)
  })
})

describe('another policy', () => {
  test('keeps what has been used under the same limits, whatever else has changed', () => {
    const limiter = limiterOf(bucket(5))
    limiter.check({ client: 'a' }, { cost: 3 })
    replace(
      limiter,
      `${bucket(5, 'match: { path: /api }, mode: shadow, count: failures, onStoreFailure: deny,')}\n${each}`,
    )
    expect(left(limiter)).toBe(2)
    expect(limiter.policy.rules.map(({ name }) => name)).toEqual(['api', 'each'])
  })

  test('keeps what has been used under other numbers, and again under those after them', () => {
    const limiter = limiterOf(bucket(5))
    limiter.check({ client: 'a' }, { cost: 3 })
    replace(limiter, bucket(10))
    expect(left(limiter)).toBe(7)
    limiter.check({ client: 'a' }, { cost: 1 })
    replace(limiter, bucket(4))
    expect(left(limiter)).toBe(0)
    expect(left(limiter, 'b')).toBe(4)
  })

  test('begins anew where the key, the algorithm or the name is another', () => {
    for (const rules of [
      bucket(5).replace('[client]', '[user]'),
      bucket(5).replace('token-bucket: { capacity', 'gcra: { burst'),
      bucket(5).replace('name: api', 'name: other'),
    ]) {
      const limiter = limiterOf(bucket(5))
      limiter.check({ client: 'a' }, { cost: 3 })
      replace(limiter, rules)
      expect(left(limiter)).toBe(5)
    }
  })

  test('still settles what was decided before', () => {
    const limiter = limiterOf(bucket(5, 'count: failures,'))
    const before = limiter.check({ client: 'a' }, { cost: 3 })
    replace(limiter, bucket(10, 'count: failures,'))
    before.settle({ failed: false })
    expect(left(limiter)).toBe(10)
  })

  test('is heard by those who listened before, and by nobody who has left', () => {
    const limiter = limiterOf(bucket(1))
    const heard: unknown[] = []
    const leave = limiter.on('refused', ({ limiter: name, keys }) => heard.push([name, keys[0]]))
    limiter.check({ client: 'a' }, { cost: 2 })
    replace(limiter, `${bucket(2)}\n${each.replace('[client]', '[user]')}`)
    limiter.check({ client: 'a' }, { cost: 3 })
    expect(heard).toEqual([
      ['api', 'client=a'],
      ['api', 'client=a'],
      ['each', 'user'],
    ])
    leave()
    limiter.check({ client: 'a' }, { cost: 3 })
    expect(heard.length).toBe(3)
    expect(() => limiter.on('nothing' as 'refused', () => undefined)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION' }),
    )
  })
})

test('nobody escapes a limit by leaving out what it is keyed by', () => {
  const limiter = limiterOf(each)
  for (const attributes of [{}, { client: undefined }]) expect(limiter.check(attributes).allowed).toBe(true)
  expect(limiter.check({}).allowed).toBe(false)
  expect(limiter.check({ client: '' }).allowed).toBe(true)
})

describe('on a store that answers with promises', () => {
  test('a refusal leaves no rule charged once it is told', async () => {
    const limiter = sharedLimiterOf(`${all}\n${each}`)
    await limiter.check({ client: 'a' }, { cost: 2 })
    const refused = await limiter.check({ client: 'a' })
    expect(refused).toMatchObject({ allowed: false, refusedBy: ['each'] })
    expect((await limiter.peek({ client: 'a' })).rules.map(({ decision }) => decision.remaining)).toEqual([
      1, 0,
    ])
  })

  test('never lets more pass than any rule allows, however many ask at once', async () => {
    const limiter = sharedLimiterOf(`${all}\n${each}`)
    const decisions = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limiter.check({ client: `c${index % 4}` })),
    )
    expect(decisions.filter(({ allowed }) => allowed).length).toBeLessThanOrEqual(3)
  })

  test('answers with promises also where no rule matches, and settles with one', async () => {
    const policy = sharedLimiterOf(login)
    const none = policy.check({ path: '/' })
    expect(none).toBeInstanceOf(Promise)
    expect((await none).allowed).toBe(true)
    const settled = (await policy.check({ path: '/login' })).settle({ failed: false })
    expect(settled).toBeInstanceOf(Promise)
    await settled
    expect((await policy.peek({ path: '/login' })).rules[0]?.decision.remaining).toBe(2)
    expect(await policy.close()).toBeUndefined()
  })
})
