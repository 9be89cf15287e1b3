/** Processes that take, spend and give back units at any times pass no more than the limit alone would, through a real Redis. */
import * as fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixedWindowRule } from '../../packages/sluice/src/algorithms/fixed-window/fixed-window.ts'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import {
  fixedWindow,
  gcra,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
  type ManualClock,
} from '../../packages/sluice/src/index.ts'
import { HeldUnits } from '../../packages/sluice/src/stores/lease/held-units.ts'
import { comesBackWhileHeld, leasedLimit } from '../../packages/sluice/src/stores/lease/leased-limit.ts'
import type { LeaseVerdict, Leftover } from '../../packages/sluice/src/stores/lease/lease-source.ts'
import { ioredisScripting } from '../../packages/sluice/src/stores/redis/clients/ioredis.ts'
import { promised } from '../../packages/sluice/src/stores/asker.ts'
import { RedisBinding } from '../../packages/sluice/src/stores/redis/redis-binding.ts'
import { ShardQueue } from '../../packages/sluice/src/stores/redis/shard-queue.ts'
import { SharedLimit } from '../../packages/sluice/src/stores/redis/wire/shared-limit.ts'
import { clockStopwatch } from '../../packages/sluice/src/stores/stopwatch.ts'
import type { OneVerdict } from '../../packages/sluice/src/stores/store.ts'
import { lawRuns } from '../support/law-runs.ts'
import { describeWithRedis } from '../support/redis/describe-with-redis.ts'
import { startRedis, type RedisServer } from '../support/redis/start-redis.ts'

const TTL_MS = 20

const limits: Readonly<Record<string, Limit>> = {
  'token bucket': tokenBucket({ capacity: 7, rate: '3/7ms' }),
  'slow token bucket': tokenBucket({ capacity: 9, rate: '1/40ms' }),
  gcra: gcra({ burst: 6, rate: '7/50ms' }),
  'fixed window': fixedWindow({ limit: 9, window: 30 }),
  'fixed window from the first request': fixedWindow({ limit: 9, window: 30, align: 'first-request' }),
  'sliding window counter': slidingWindowCounter({ limit: 9, window: 30 }),
  'sliding log': slidingLog({ limit: 9, window: 30 }),
}

type Step =
  | { readonly kind: 'check' | 'spend'; readonly who: number; readonly cost: number }
  | { readonly kind: 'lease'; readonly who: number; readonly cost: number; readonly wanted: number }
  | { readonly kind: 'give up' | 'crash' | 'repeat' | 'late'; readonly who: number }
  | { readonly kind: 'wait'; readonly ms: number }

const who = fc.integer({ min: 0, max: 2 })
const costs = fc.constantFrom(1, 1, 1, 2, 3)
const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('check' as const), who, cost: costs }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('spend' as const), who, cost: costs }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('lease' as const),
        who,
        cost: costs,
        wanted: fc.integer({ min: 1, max: 9 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'give up' as const,
          'give up' as const,
          'crash' as const,
          'repeat' as const,
          'late' as const,
        ),
        who,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 2, 5, 9, 19, 20, 33),
      }),
    },
  ),
  { minLength: 5, maxLength: 60, size: 'max' },
)

const NOTHING: Leftover = { units: 0, takenAtMs: 0 }

/** Three processes on one key, and what they have let pass, charged to the limit alone when it passed. */
class Fleet {
  readonly clock: ManualClock = manualClock(1_780_000_000_000)
  readonly #limit: Limit
  readonly #decided: Limit
  readonly #binding: RedisBinding
  readonly #held: (HeldUnits | undefined)[] = []
  readonly #turns = [0, 0, 0]
  /** What a process sent last, for clients that send it again. */
  readonly #last: ((() => Promise<unknown>) | undefined)[] = []
  #ideal: unknown

  constructor(root: string, client: Redis, limit: Limit) {
    this.#limit = limit
    this.#decided = leasedLimit(limit, TTL_MS)
    const queue = new ShardQueue(root, {
      redis: ioredisScripting(client),
      deadlineMs: 60_000,
      timeMs: () => this.clock.now(),
      elapsedMs: () => 0,
    })
    const shared = [new SharedLimit('limit', this.#decided, comesBackWhileHeld(limit))]
    this.#binding = new RedisBinding(shared, (_, request, asker) => queue.ask(request, asker), 1, false)
  }

  /** The units that passed beyond the limit at a step. */
  async step(step: Step): Promise<boolean> {
    switch (step.kind) {
      case 'wait':
        this.clock.advance(step.ms)
        return true
      case 'check': {
        const { allowed } = await promised<OneVerdict>((asker) =>
          this.#binding.askOne('key', step.cost, asker),
        )
        return !allowed || this.#passes(step.cost)
      }
      case 'spend':
        return this.#held[step.who]?.spend(step.cost) === undefined || this.#passes(step.cost)
      case 'lease':
        return this.#lease(step.who, step.cost, step.wanted)
      case 'give up':
        await this.#giveUp(step.who)
        return true
      case 'crash':
        this.#held[step.who] = undefined
        return true
      case 'repeat':
        await this.#last[step.who]?.()
        return true
      case 'late':
        return this.#leaseLate(step.who)
    }
  }

  async #lease(of: number, cost: number, wanted: number): Promise<boolean> {
    const sent = clockStopwatch(this.clock).moment()
    const ask = this.#asking(of, cost, wanted)
    if (!this.#isAnchored) this.#last[of] = ask
    const verdict = await ask()
    const passes = verdict.granted === 0 || this.#passes(cost)
    const more = verdict.granted - cost
    if (more > 0) {
      const held = new HeldUnits([this.#decided], verdict, more, TTL_MS, sent, clockStopwatch(this.clock))
      this.#held[of] = held
    }
    return passes
  }

  /** A call that its process did not wait for comes after the next one. */
  async #leaseLate(of: number): Promise<boolean> {
    if (this.#isAnchored) return true
    const late = this.#asking(of, 1, 5)
    const passes = await this.#lease(of, 1, 4)
    await late()
    return passes
  }

  #asking(of: number, cost: number, wanted: number): () => Promise<LeaseVerdict> {
    const left = this.#held[of]?.leftover ?? NOTHING
    this.#held[of] = undefined
    const turn = this.#nextTurn(of)
    return () => this.#binding.lease('key', cost, { holder: of, turn, left, wanted, ttlMs: TTL_MS })
  }

  async #giveUp(of: number): Promise<void> {
    const left = this.#held[of]?.leftover
    if (left === undefined) return
    this.#held[of] = undefined
    const turn = this.#nextTurn(of)
    const giveUp = (): Promise<unknown> => this.#binding.giveUp('key', left, { holder: of, turn })
    this.#last[of] = giveUp
    await giveUp()
  }

  /**
   * Windows begin at a key's first request. A call that was charged and let nobody pass would begin one too, which the
   * limit alone knows nothing of.
   */
  get #isAnchored(): boolean {
    return (this.#limit.rule as Partial<FixedWindowRule>).anchored === true
  }

  #nextTurn(of: number): number {
    return (this.#turns[of] = (this.#turns[of] ?? 0) + 1)
  }

  #passes(units: number): boolean {
    const { algorithm, rule } = this.#limit
    const { decision, next } = transition(algorithm, rule, this.#ideal, this.clock.now(), units)
    this.#ideal = next
    return decision.allowed
  }
}

describeWithRedis('leases in Redis', () => {
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

  describe.each(Object.entries(limits))('%s', (_, limit) => {
    test('passes no more than the limit, whatever is taken, spent, given back, lost, late or sent again', () =>
      fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const fleet = new Fleet(`leases${++roots}{0}:`, client, limit)
          for (const [index, step] of steps.entries()) {
            // oxlint-disable-next-line no-await-in-loop -- a history is in order
            expect(await fleet.step(step), `step ${index}`).toBe(true)
          }
        }),
        { numRuns: lawRuns },
      ))
  })
})
