/** Several limits on one request are one decision: all are charged, or none is. Each limit's oracle judges it alone. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createLimiter,
  manualClock,
  type Limit,
  type LimitsDecision,
} from '../../packages/sluice/src/index.ts'
import { costOf, monotoneChecks, moved, starts, type Step } from '../support/histories.ts'
import { lawRuns } from '../support/law-runs.ts'
import { everyShortLimit, type LimitCase } from '../support/limit-cases.ts'
import { decideByOracle } from '../support/oracles/oracle.ts'

const names = ['first', 'second', 'third'] as const

const threeLimits: fc.Arbitrary<readonly LimitCase[]> = fc.tuple(
  ...names.map(() => fc.oneof(...everyShortLimit.map(([, limits]) => limits))),
)

interface Asked {
  readonly nowMs: number
  readonly cost: number
  readonly decision: LimitsDecision
}

/** Checks the three limits together over a history, and shows every answer to `judge` as it comes. */
function ask(
  examples: readonly LimitCase[],
  startMs: number,
  steps: readonly Step[],
  options: { countRefused?: boolean },
  judge: (asked: Asked) => void,
): void {
  const clock = manualClock(startMs)
  const limits: Record<string, Limit> = Object.fromEntries(
    examples.map(({ limit }, index) => [names[index] ?? '', limit]),
  )
  const limiter = createLimiter({ limits, clock, ...options })
  const highest = Math.max(...examples.map(({ limit }) => limit.rule.limit))
  let decision: LimitsDecision | undefined
  for (const [index, { move, share }] of steps.entries()) {
    clock.set(moved(move, clock.now(), examples[index % 3]?.spanMs ?? 1, decision))
    const cost = costOf(highest, share / 2)
    decision = limiter.check('key', { cost })
    judge({ nowMs: clock.now(), cost, decision })
  }
}

describe('three limits', () => {
  test('all pass and all are charged, or none is, and each tells its own numbers', () => {
    fc.assert(
      fc.property(threeLimits, starts, monotoneChecks, (examples, startMs, steps) => {
        const oracles = examples.map(({ oracle }) => oracle())
        ask(examples, startMs, steps, {}, ({ nowMs, cost, decision }) => {
          const refusing = names.filter((_, index) => {
            const oracle = oracles[index]
            return oracle !== undefined && cost > 0 && (cost > oracle.limit || !oracle.passes(nowMs, cost))
          })
          expect(decision.refusedBy).toEqual(refusing)
          expect(decision.allowed).toBe(refusing.length === 0)
          for (const [index, oracle] of oracles.entries()) {
            const own = decision.limits[names[index] ?? ''] ?? raise()
            // A limit that would have let the request pass, while another refused it, says where it stands.
            const asked = decision.allowed || !own.allowed ? cost : 0
            const { delayMs, ...right } = decideByOracle(oracle, nowMs, asked)
            expect(own).toMatchObject(decision.allowed ? { ...right, delayMs } : right)
          }
        })
      }),
      { numRuns: lawRuns },
    )
  })

  test('the numbers of the whole keep their meaning', () => {
    fc.assert(
      fc.property(threeLimits, starts, monotoneChecks, (examples, startMs, steps) => {
        ask(examples, startMs, steps, {}, ({ decision }) => {
          const all = Object.values(decision.limits)
          const least = Math.min(...all.map(({ remaining }) => remaining))
          expect(decision.remaining).toBe(least)
          expect(all.some(({ limit, remaining }) => limit === decision.limit && remaining === least)).toBe(
            true,
          )
          const refused = all.filter(({ allowed }) => !allowed)
          expect(decision.retryAfterMs).toBe(Math.max(0, ...refused.map(({ retryAfterMs }) => retryAfterMs)))
          expect(decision.resetAfterMs).toBe(Math.max(...all.map(({ resetAfterMs }) => resetAfterMs)))
          expect(decision.delayMs).toBe(decision.allowed ? Math.max(...all.map(({ delayMs }) => delayMs)) : 0)
          expect(decision.never).toBe(refused.some(({ never }) => never))
        })
      }),
      { numRuns: lawRuns },
    )
  })

  test('the whole replenishes exactly when it says, and is allowed exactly when it says', () => {
    fc.assert(
      fc.property(threeLimits, starts, monotoneChecks, (examples, startMs, steps) => {
        const clock = manualClock(startMs)
        const limits: Record<string, Limit> = Object.fromEntries(
          examples.map(({ limit }, index) => [names[index] ?? '', limit]),
        )
        const limiter = createLimiter({ limits, clock })
        for (const [index, { share }] of steps.slice(0, 10).entries()) {
          clock.advance(index)
          const cost = costOf(Math.max(...examples.map(({ limit }) => limit.rule.limit)), share / 2)
          const { retryAfterMs, never } = limiter.check('key', { cost })
          const { remaining, replenishAfterMs } = limiter.peek('key', { cost: 0 })
          const nowMs = clock.now()
          const remainingAfter = (ms: number): number => {
            clock.set(nowMs + ms)
            return limiter.peek('key', { cost: 0 }).remaining
          }
          const allowedAfter = (ms: number): boolean => {
            clock.set(nowMs + ms)
            return limiter.peek('key', { cost }).allowed
          }
          const replenishes = replenishAfterMs > 0
          expect(replenishes && remainingAfter(replenishAfterMs - 1) > remaining).toBe(false)
          expect(remainingAfter(replenishAfterMs) > remaining).toBe(replenishes)
          const waits = retryAfterMs > 0 && !never
          expect(waits && allowedAfter(retryAfterMs - 1)).toBe(false)
          expect(waits ? allowedAfter(retryAfterMs) : true).toBe(true)
          clock.set(nowMs)
        }
      }),
      { numRuns: lawRuns },
    )
  })

  test('a counted refusal charges every limit, and none of them into debt', () => {
    fc.assert(
      fc.property(threeLimits, starts, monotoneChecks, (examples, startMs, steps) => {
        ask(examples, startMs, steps, { countRefused: true }, ({ decision, cost }) => {
          for (const [index, name] of names.entries()) {
            const own = decision.limits[name] ?? raise()
            const refusedIt = !own.allowed
            expect(refusedIt ? own.remaining : 0).toBe(0)
            expect(decision.refusedBy.includes(name)).toBe(refusedIt)
            expect(own.remaining).toBeLessThanOrEqual(
              Math.max(
                0,
                (examples[index]?.limit.rule.limit ?? 0) - (decision.allowed || !refusedIt ? cost : 0),
              ),
            )
          }
        })
      }),
      { numRuns: lawRuns },
    )
  })
})

function raise(): never {
  throw new Error('A limit is missing from the decision.')
}
