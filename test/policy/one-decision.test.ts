/** Laws of several rules as one decision, over any rules and any traffic, in memory and in Redis. */
import * as fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingLog,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'
import type { Limit, Limiter, ManualClock } from '../../packages/sluice/src/index.ts'
import {
  createPolicyLimiter,
  type Policy,
  type PolicyLimiter,
  type Rule,
} from '../../packages/sluice/src/policy/index.ts'
import { redisStore } from '../../packages/sluice/src/stores/redis/index.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const START_MS = 1_700_000_000_000

const anyLimit: fc.Arbitrary<Limit> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }), fc.nat({ max: 2 }))
  .map(([units, ms, kind]) => {
    if (kind === 0) return tokenBucket({ capacity: units, rate: { amount: 1, periodMs: ms } })
    return kind === 1 ? slidingLog({ limit: units, window: ms }) : fixedWindow({ limit: units, window: ms })
  })

const anyRule: fc.Arbitrary<Omit<Rule, 'name'>> = fc.record({
  match: fc.constantFrom<Rule['match']>({}, { path: ['/a/**'] }, { path: ['/b'], method: ['PUT', 'POST'] }),
  key: fc.constantFrom<Rule['key']>([], ['client'], ['client', 'user']),
  count: fc.constantFrom<Rule['count']>('all', 'failures', 'successes'),
  onStoreFailure: fc.constant('deny' as const),
  mode: fc.oneof(
    { weight: 3, arbitrary: fc.constant('enforce' as const) },
    { weight: 1, arbitrary: fc.constant('shadow' as const) },
  ),
  limits: fc
    .array(anyLimit, { minLength: 1, maxLength: 2 })
    .map((limits) => limits.map((limit, index) => ({ name: `l${index}`, limit }))),
})

const anyPolicy: fc.Arbitrary<Policy> = fc
  .array(anyRule, { minLength: 1, maxLength: 4 })
  .map((rules) => ({ version: 1, rules: rules.map((rule, index) => ({ ...rule, name: `r${index}` })) }))

const anyRequest = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.nat({ max: 12 })),
  path: fc.constantFrom('/a', '/A/x//', '/b?c', '/d'),
  method: fc.constantFrom('GET', 'PUT'),
  client: fc.constantFrom('c', 'd', undefined),
  user: fc.constantFrom('u', undefined),
  cost: fc.integer({ min: 0, max: 3 }),
  failed: fc.boolean(),
})
type Sent = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never

/** Which rules match, without the matcher: it is given only these paths. */
function applies({ match }: Rule, { path, method }: Sent): boolean {
  if (match['path']?.[0] === '/a/**') return path === '/a' || path === '/A/x//'
  return match['path'] === undefined || (path === '/b?c' && method === 'PUT')
}

/** The definition: look at all, charge all or none, and give back what turns out not to count. */
class Reference {
  readonly #rules: readonly { rule: Rule; limiter: Limiter }[]

  constructor({ rules }: Policy, clock: ManualClock) {
    this.#rules = rules.map((rule) => {
      const limits = Object.fromEntries(rule.limits.map(({ name, limit }) => [name, limit]))
      return { rule, limiter: createLimiter({ limits, clock }) }
    })
  }

  decide(sent: Sent): {
    allowed: boolean
    refusedBy: string[]
    shadowRefusedBy: string[]
    remaining: number[]
  } {
    const { cost, failed } = sent
    const matching = this.#rules.filter(({ rule }) => applies(rule, sent))
    const looked = matching.map(({ rule, limiter }) => {
      const key = JSON.stringify(rule.key.map((name) => sent[name as 'client' | 'user'] ?? null))
      return { rule, limiter, key, allowed: limiter.peek(key, { cost }).allowed }
    })
    const refusing = (mode: Rule['mode']): string[] =>
      looked.filter(({ rule, allowed }) => rule.mode === mode && !allowed).map(({ rule }) => rule.name)
    const refusedBy = refusing('enforce')
    for (const { rule, limiter, key, allowed } of looked) {
      if (refusedBy.length > 0 || !allowed) continue
      const { atMs } = limiter.check(key, { cost })
      const isCounted = rule.count === 'all' || failed === (rule.count === 'failures')
      if (!isCounted && cost > 0) limiter.refund(key, { cost, atMs })
    }
    const remaining = looked.map(({ limiter, key }) => limiter.peek(key).remaining)
    return { allowed: refusedBy.length === 0, refusedBy, shadowRefusedBy: refusing('shadow'), remaining }
  }
}

test('in memory every decision, and what is left after it, is that of the definition', () => {
  fc.assert(
    fc.property(anyPolicy, fc.array(anyRequest, { minLength: 10, maxLength: 40 }), (policy, requests) => {
      const clock = manualClock(START_MS)
      const limiter = createPolicyLimiter(policy, { clock })
      const reference = new Reference(policy, clock)
      for (const { afterMs, cost, failed, ...attributes } of requests) {
        clock.advance(afterMs)
        const expected = reference.decide({ afterMs, cost, failed, ...attributes })
        const decision = limiter.check(attributes, { cost })
        decision.settle({ failed })
        const { allowed, refusedBy, shadowRefusedBy } = decision
        const remaining = limiter.peek(attributes).rules.map((each) => each.decision.remaining)
        expect({ allowed, refusedBy, shadowRefusedBy, remaining }).toEqual(expected)
      }
    }),
    { numRuns: 300 },
  )
})

function policyOf(capacity: number): Policy {
  const limits = [{ name: 'bucket', limit: tokenBucket({ capacity, rate: '1/h' }) }]
  const rule: Rule = {
    name: 'api',
    match: {},
    key: ['client'],
    count: 'all',
    onStoreFailure: 'deny',
    mode: 'enforce',
    limits,
  }
  return { version: 1, rules: [rule] }
}

async function left(limiter: PolicyLimiter<'async'>): Promise<number | undefined> {
  const { rules } = await limiter.peek({ client: 'a' })
  return rules[0]?.decision.remaining
}

describeWithRedis('in Redis', () => {
  let server: RedisServer
  let client: Redis

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  test('one request after the other is decided as in memory, also by another process with the same policy', async () => {
    let policies = 0
    const counts = fc.asyncProperty(
      anyPolicy,
      fc.array(anyRequest, { minLength: 5, maxLength: 15 }),
      async (policy, requests) => {
        const clock = manualClock(START_MS)
        const prefix = `policy${++policies}`
        const processes = [1, 2].map(() =>
          createPolicyLimiter(policy, {
            store: redisStore(client, { clock, prefix, deadlineMs: 5000, refusalMemory: false }),
          }),
        )
        const reference = new Reference(policy, clock)
        for (const [index, { afterMs, cost, failed, ...attributes }] of requests.entries()) {
          clock.advance(afterMs)
          const expected = reference.decide({ afterMs, cost, failed, ...attributes })
          const limiter = processes[index % 2]!
          const decision = await limiter.check(attributes, { cost })
          await decision.settle({ failed })
          const { rules } = await limiter.peek(attributes)
          const { allowed, refusedBy, shadowRefusedBy } = decision
          const remaining = rules.map((each) => each.decision.remaining)
          expect({ allowed, refusedBy, shadowRefusedBy, remaining }).toEqual(expected)
        }
      },
    )
    await fc.assert(counts, { numRuns: 25 })
  })

  function started(policy: Policy): PolicyLimiter<'async'> {
    return createPolicyLimiter(policy, { store: redisStore(client, { prefix: 'changed', deadlineMs: 5000 }) })
  }

  test('another policy means the same to those who change to it and to those who start with it', async () => {
    const limiter = started(policyOf(5))
    await limiter.check({ client: 'a' }, { cost: 3 })
    limiter.replacePolicy(policyOf(6))
    expect(await left(limiter)).toBe(3)
    // A process that starts with the new policy agrees, and so it does where nothing could be kept.
    expect(await left(started(policyOf(6)))).toBe(3)
    await limiter.check({ client: 'a' }, { cost: 1 })
    limiter.replacePolicy(policyOf(100))
    await limiter.check({ client: 'a' }, { cost: 10 })
    expect(await left(started(policyOf(100)))).toBe(await left(limiter))
  })
})
