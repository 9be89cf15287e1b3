/** Different states, different formulas, the same decisions: each pair here must never differ. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gcra, leakyBucket, tokenBucket } from '../../packages/sluice/src/index.ts'
import { answers, look, tellingProbes } from '../support/behaviour.ts'
import { anyHistory, checks, monotone, monotoneChecks, run, starts } from '../support/histories.ts'
import { lawRuns } from '../support/law-runs.ts'
import { capacities, everyLimit, rates, type LimitCase } from '../support/limit-cases.ts'

const spanOf = ({ amount, periodMs }: { amount: number; periodMs: number }): number =>
  Math.max(1, Math.ceil(periodMs / amount))

describe('GCRA and the token bucket', () => {
  test.each([
    ['checks', monotoneChecks],
    ['checks, charges, counted refusals and refunds', monotone(anyHistory)],
  ])('decide alike in every field, whatever comes: %s', (_, histories) => {
    fc.assert(
      fc.property(capacities, rates, starts, histories, (capacity, rate, startMs, steps) => {
        const shared = { spanMs: spanOf(rate) }
        const byLevel = run({ ...shared, limit: tokenBucket({ capacity, rate }) }, startMs, steps)
        const byTime = run({ ...shared, limit: gcra({ burst: capacity, rate }) }, startMs, steps)
        expect(byTime.map(({ decision }) => decision)).toEqual(byLevel.map(({ decision }) => decision))
      }),
      { numRuns: lawRuns * 2 },
    )
  })
})

describe('a leaky bucket with q waiting places and GCRA with a burst of q + 1', () => {
  test('decide alike, and the delay is how far the theoretical arrival lies ahead', () => {
    fc.assert(
      fc.property(capacities, rates, starts, checks, (queue, rate, startMs, steps) => {
        const burst = queue + 1
        const shared = { spanMs: spanOf(rate) }
        const leaky = run({ ...shared, limit: leakyBucket({ queue, rate }) }, startMs, steps)
        const paced = run({ ...shared, limit: gcra({ burst, rate }) }, startMs, steps)
        const single = gcra({ burst, rate })
        for (const [index, event] of leaky.entries()) {
          const { delayMs, ...decision } = event.decision ?? raise()
          const twin = paced[index] ?? raise()
          expect({ ...decision, delayMs: 0 }).toEqual(twin.decision)
          const resetAfterMs = look(single, twin.before, twin.nowMs, 0).resetAfterMs
          expect(delayMs).toBe(decision.allowed && event.cost > 0 ? resetAfterMs : 0)
        }
      }),
      { numRuns: lawRuns },
    )
  })
})

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('n units of cost 1 at one instant leave what one request of cost n leaves', () => {
    fc.assert(
      fc.property(
        limits,
        starts,
        checks,
        fc.integer({ min: 1, max: 60 }),
        (example, startMs, steps, wish) => {
          const probes = tellingProbes(example.limit, example.spanMs)
          for (const { nowMs, before } of run(example, startMs, steps)) {
            const units = Math.min(wish, look(example.limit, before, nowMs, 0).remaining)
            if (units === 0) continue
            expect(
              after(
                example,
                before,
                nowMs,
                Array.from({ length: units }, () => 1),
                probes,
              ),
            ).toEqual(after(example, before, nowMs, [units], probes))
          }
        },
      ),
      { numRuns },
    )
  })
})

/** What the probes are answered after these costs at one instant. */
function after(
  { limit }: LimitCase,
  state: unknown,
  nowMs: number,
  costs: readonly number[],
  probes: ReturnType<typeof tellingProbes>,
): unknown {
  const first = costs.map((cost) => ({ afterMs: 0, cost }))
  return answers(limit, state, nowMs, [...first, ...probes]).slice(costs.length)
}

function raise(): never {
  throw new Error('The two runs differ in length.')
}
