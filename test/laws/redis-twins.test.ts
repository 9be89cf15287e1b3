/** The twin of every algorithm answers as the algorithm does, at every step of any history, through a real Redis. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import { manualClock } from '../../packages/sluice/src/index.ts'
import { ioredisScripting } from '../../packages/sluice/src/stores/redis/clients/ioredis.ts'
import { RedisBinding } from '../../packages/sluice/src/stores/redis/redis-binding.ts'
import { ShardQueue } from '../../packages/sluice/src/stores/redis/shard-queue.ts'
import { generationMs } from '../../packages/sluice/src/stores/redis/wire/generation.ts'
import { SharedLimit } from '../../packages/sluice/src/stores/redis/wire/shared-limit.ts'
import type { Verdict } from '../../packages/sluice/src/stores/store.ts'
import { costOf, moved, starts, type Move } from '../support/histories.ts'
import { everyLimit, type LimitCase } from '../support/limit-cases.ts'
import { lawRuns } from '../support/law-runs.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { PureKey } from '../support/pure-key.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

/** Longer than any wait, debts and steps back included, so that nothing is forgotten between two steps. */
const NO_FORGETTING_MS = 2 ** 50

type Verb = 'check' | 'count' | 'charge' | 'refund' | 'peek'

interface Step {
  readonly move: Move
  readonly share: number
  readonly verb: Verb
  /** For refunds: whether it says when the units were taken, and how many steps ago. */
  readonly takenAgo: number | undefined
  /** Whether the limit is another one for this step, in histories with two limits. */
  readonly isChanged: boolean
}

const forward: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ by: fc.constant('ms' as const), ms: fc.constantFrom(0, 0, 0, 1, 2, 5, 1024, 4000) }),
  fc.record({ by: fc.constant('spans' as const), spans: fc.double({ min: 0, max: 3, noNaN: true }) }),
  fc.record({
    by: fc.constantFrom('retry' as const, 'reset' as const, 'replenish' as const),
    offMs: fc.constantFrom(-1, 0, 0, 1),
  }),
)
const back: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ by: fc.constant('ms' as const), ms: fc.constantFrom(-1, -2, -1024, -11_000) }),
  fc.record({ by: fc.constant('spans' as const), spans: fc.double({ min: -3, max: 0, noNaN: true }) }),
)

function historyOf(moves: fc.Arbitrary<Move>, length: number): fc.Arbitrary<readonly Step[]> {
  return fc.array(
    fc.record({
      move: moves,
      share: fc.constantFrom(0, 0.01, 0.01, 0.01, 0.3, 0.7, 1, 1.2),
      verb: fc.constantFrom<Verb>(
        'check',
        'check',
        'check',
        'check',
        'count',
        'charge',
        'refund',
        'refund',
        'peek',
      ),
      takenAgo: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      isChanged: fc.boolean(),
    }),
    { minLength: 1, maxLength: length, size: 'max' },
  )
}

const withStepsBack = historyOf(
  fc.oneof({ weight: 5, arbitrary: forward }, { weight: 1, arbitrary: back }),
  40,
)

describeWithRedis('twins in Redis', () => {
  let server: RedisServer
  let client: Redis
  let roots = 0

  beforeAll(async () => {
    server = await startRedis()
    client = new Redis(server.port)
  })

  afterAll(async () => {
    client.disconnect()
    await server.stop()
  })

  /** Runs a history on both up to the first answer that differs. */
  async function firstDifference(
    example: LimitCase,
    startMs: number,
    steps: readonly Step[],
    spanMs: number,
    other?: LimitCase,
  ): Promise<object | undefined> {
    const { limit } = example
    const clock = manualClock(startMs)
    const queue = new ShardQueue(`twins${++roots}{0}:`, {
      redis: ioredisScripting(client),

      deadlineMs: 60_000,
      timeMs: () => clock.now(),
      elapsedMs: () => 0,
    })
    const shared = [new SharedLimit('limit', limit, false, spanMs)]
    const bindingsOf = (limits: readonly SharedLimit[]): [RedisBinding, RedisBinding] =>
      [false, true].map(
        (countRefused) =>
          new RedisBinding(limits, (_, request, asker) => queue.ask(request, asker), 1, countRefused),
      ) as [RedisBinding, RedisBinding]
    const own = bindingsOf(shared)
    const changed = other && bindingsOf(shared.map((one) => one.under(other.limit)))
    const pure = new PureKey(limit)
    const lastMs = Math.min(limit.lastMs, other?.limit.lastMs ?? Infinity)
    const times: number[] = []
    let last: Decision | undefined
    for (const { move, share, verb, takenAgo, isChanged } of steps) {
      const bindings = isChanged ? (changed ?? own) : own
      const current = isChanged ? (other?.limit ?? limit) : limit
      pure.under(current)
      const nowMs = Math.min(moved(move, clock.now(), example.spanMs, last), lastMs)
      clock.set(nowMs)
      times.push(nowMs)
      const cost = costOf(current.rule.limit, share)
      const takenAtMs = takenAgo === undefined ? undefined : times.at(-1 - takenAgo)
      // oxlint-disable-next-line no-await-in-loop -- a history is in order
      const verdict = await found(bindings, verb, cost, takenAtMs)
      const wanted = answered(pure, verb, nowMs, cost, takenAtMs)
      if (!isDeepStrictEqual(verdict.decisions, [wanted])) {
        return { verb, cost, nowMs, found: verdict.decisions[0], wanted }
      }
      last = wanted
    }
    return undefined
  }

  describe.each(everyLimit)('%s', (_, limits, numRuns) => {
    test('every verb, with steps back', () =>
      fc.assert(
        fc.asyncProperty(limits, starts, withStepsBack, async (example, startMs, steps) => {
          expect(await firstDifference(example, startMs, steps, NO_FORGETTING_MS)).toBeUndefined()
        }),
        { numRuns: Math.ceil(numRuns / 3) },
      ))

    test('every verb, while generations come and go', () =>
      fc.assert(
        fc.asyncProperty(limits, starts, historyOf(forward, 40), async (example, startMs, steps) => {
          expect(await firstDifference(example, startMs, steps, generationMs(example.limit))).toBeUndefined()
        }),
        { numRuns: Math.ceil(numRuns / 3) },
      ))

    test('every verb, while the limit changes back and forth', () =>
      fc.assert(
        fc.asyncProperty(limits, limits, starts, withStepsBack, async (example, other, startMs, steps) => {
          expect(await firstDifference(example, startMs, steps, NO_FORGETTING_MS, other)).toBeUndefined()
        }),
        { numRuns: Math.ceil(numRuns / 3) },
      ))

    test('histories of a thousand steps', () =>
      fc.assert(
        fc.asyncProperty(limits, starts, historyOf(forward, 1000), async (example, startMs, steps) => {
          expect(await firstDifference(example, startMs, steps, generationMs(example.limit))).toBeUndefined()
        }),
        { numRuns: Math.ceil(lawRuns / 150) },
      ))
  })
})

function found(
  [plain, counting]: [RedisBinding, RedisBinding],
  verb: Verb,
  cost: number,
  takenAtMs: number | undefined,
): Promise<Verdict> {
  switch (verb) {
    case 'check':
      return plain.check(['key'], cost)
    case 'count':
      return counting.check(['key'], cost)
    case 'charge':
      return plain.charge(['key'], cost)
    case 'refund':
      return plain.giveBack(['key'], cost, takenAtMs)
    case 'peek':
      return plain.peek(['key'], cost)
  }
}

function answered(
  pure: PureKey,
  verb: Verb,
  nowMs: number,
  cost: number,
  takenAtMs: number | undefined,
): Decision {
  switch (verb) {
    case 'check':
      return pure.check(nowMs, cost)
    case 'count':
      return pure.count(nowMs, cost)
    case 'charge':
      return pure.charge(nowMs, cost)
    case 'refund':
      return pure.refund(nowMs, cost, takenAtMs)
    case 'peek':
      return pure.look(nowMs, cost)
  }
}
