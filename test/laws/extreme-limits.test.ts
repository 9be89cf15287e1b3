/** Limits whose numbers come close to 2^53 still decide exactly, in every field, at any time from 1970 to 2070. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from '../../packages/sluice/src/index.ts'
import { lawRuns } from '../support/law-runs.ts'
import { epochWindows, fixedWindowOracle } from '../support/oracles/fixed-window-oracle.ts'
import { gcraOracle } from '../support/oracles/gcra-oracle.ts'
import { decideByOracle, type Oracle } from '../support/oracles/oracle.ts'
import { slidingLogOracle } from '../support/oracles/sliding-log-oracle.ts'
import { slidingWindowCounterOracle } from '../support/oracles/sliding-window-counter-oracle.ts'
import { tokenBucketOracle } from '../support/oracles/token-bucket-oracle.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
const YEAR_2070 = 3_155_760_000_000

interface Extreme {
  readonly limit: Limit
  readonly oracle: Oracle
}

/** Whole numbers of every size up to `most`, as many of few digits as of many. */
function ofAnySize(most: number): fc.Arbitrary<number> {
  const digits = Math.floor(Math.log2(most))
  return fc
    .tuple(fc.integer({ min: 0, max: digits }), fc.double({ min: 1, max: 2, noNaN: true }))
    .map(([size, part]) => Math.max(1, Math.min(most, Math.floor(2 ** size * part))))
}

/** The limit that these numbers make, or nothing if they are too large to be counted. */
function built(make: () => Extreme): Extreme | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const numbers = fc.tuple(ofAnySize(LARGEST), ofAnySize(LARGEST), ofAnySize(LARGEST))

const kinds: readonly (readonly [string, (units: number, amount: number, ms: number) => Extreme])[] = [
  [
    'token bucket',
    (capacity, amount, periodMs) => ({
      limit: tokenBucket({ capacity, rate: { amount, periodMs } }),
      oracle: tokenBucketOracle(capacity, amount, periodMs),
    }),
  ],
  [
    'gcra',
    (burst, amount, periodMs) => ({
      limit: gcra({ burst, rate: { amount, periodMs } }),
      oracle: gcraOracle(burst, amount, periodMs),
    }),
  ],
  [
    'fixed window',
    (limit, _, windowMs) => ({
      limit: fixedWindow({ limit, window: windowMs }),
      oracle: fixedWindowOracle(limit, epochWindows(windowMs)),
    }),
  ],
  [
    'sliding log',
    (limit, _, windowMs) => ({
      limit: slidingLog({ limit, window: windowMs }),
      oracle: slidingLogOracle(limit, windowMs),
    }),
  ],
  [
    'sliding window counter',
    (limit, _, windowMs) => ({
      limit: slidingWindowCounter({ limit, window: windowMs }),
      oracle: slidingWindowCounterOracle(limit, windowMs),
    }),
  ],
]

/** Moves of time and shares of the limit; the time of a wait that was quoted is tried with the one before it. */
const steps = fc.array(
  fc.record({
    move: fc.oneof(ofAnySize(YEAR_2070), fc.constantFrom(0, 0, 1)),
    toWait: fc.constantFrom<'no' | 'before' | 'at'>('no', 'before', 'at'),
    share: fc.constantFrom(0, 1e-15, 0.25, 1 / 3, 0.9999, 1, 1),
  }),
  { minLength: 1, maxLength: 12 },
)

describe.each(kinds)('%s', (_, make) => {
  test('decides as its definition does', () => {
    fc.assert(
      fc.property(
        numbers.filter(([units, amount, ms]) => built(() => make(units, amount, ms)) !== undefined),
        fc.integer({ min: 0, max: YEAR_2070 }),
        steps,
        ([units, amount, ms], startMs, history) => {
          const { limit, oracle } = make(units, amount, ms)
          let nowMs = startMs
          let waitMs = 0
          let state: unknown
          for (const { move, toWait, share } of history) {
            nowMs += toWait === 'no' || waitMs === 0 ? move : waitMs - (toWait === 'before' ? 1 : 0)
            if (nowMs > YEAR_2070) return
            const cost = Math.min(limit.rule.limit, Math.ceil(limit.rule.limit * share))
            const step = transition(limit.algorithm, limit.rule, state, nowMs, cost)
            if (step.next !== undefined) state = step.next
            expect(step.decision).toEqual(decideByOracle(oracle, nowMs, cost))
            waitMs = step.decision.retryAfterMs
          }
        },
      ),
      { numRuns: lawRuns * 2 },
    )
  })
})

test('a leaky bucket with a queue of any size decides as GCRA, whose oracle need not count its places', () => {
  fc.assert(
    fc.property(
      numbers.filter(
        ([units, amount, ms]) => built(() => kinds[1]?.[1](units, amount, ms) as Extreme) !== undefined,
      ),
      fc.integer({ min: 0, max: YEAR_2070 }),
      steps,
      ([units, amount, ms], startMs, history) => {
        fc.pre(units > 1)
        const oracle = gcraOracle(units, amount, ms)
        const limit = leakyBucket({ queue: units - 1, rate: { amount, periodMs: ms } })
        let nowMs = startMs
        let state: number | undefined
        for (const { move, share } of history) {
          nowMs += move
          if (nowMs > YEAR_2070) return
          const step = transition(limit.algorithm, limit.rule, state, nowMs, Math.ceil(units * share))
          if (step.next !== undefined) state = step.next
          const { delayMs: _, ...right } = decideByOracle(oracle, nowMs, Math.ceil(units * share))
          expect(step.decision).toMatchObject(right)
        }
      },
    ),
    { numRuns: lawRuns },
  )
})
