/** Never more than the algorithm's bound passes in any stretch of time, and where the bound is not obvious it is reached. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  slidingWindowCounterAlgorithm as counter,
  slidingWindowCounterBound,
  type SlidingWindowCounterState,
} from '../../packages/sluice/src/algorithms/sliding-window-counter/sliding-window-counter.ts'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import { leakyBucket } from '../../packages/sluice/src/index.ts'
import { monotoneChecks, run, starts } from '../support/histories.ts'
import { lawRuns } from '../support/law-runs.ts'
import { capacities, everyLimit, rates } from '../support/limit-cases.ts'
import { busiestExcess } from '../support/stretches.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('no stretch passes more than its bound, however requests are timed', () => {
    fc.assert(
      fc.property(limits, starts, monotoneChecks, (example, startMs, steps) => {
        const passed = run(example, startMs, steps)
          .filter(({ decision }) => decision?.allowed === true)
          .map(({ nowMs, cost }) => ({ atMs: nowMs, cost }))
        expect(busiestExcess(passed, example.mostWithin)).toBeLessThanOrEqual(0)
      }),
      { numRuns: numRuns * 2 },
    )
  })
})

describe('leaky bucket', () => {
  const readings = fc.constantFrom('size' as const, 'queue' as const)
  // Requests of one unit each, so that each one's time to leave is known from its delay.
  const arrivals = fc.array(fc.oneof(fc.constantFrom(0, 0, 0, 1), fc.nat({ max: 2000 })), {
    minLength: 1,
    maxLength: 80,
  })

  test('never more than the places are taken, and in any period no more than the rate leaves', () => {
    fc.assert(
      fc.property(readings, capacities, rates, arrivals, (reading, places, rate, gapsMs) => {
        const options = reading === 'size' ? { size: places, rate } : { queue: places, rate }
        const { algorithm, rule } = leakyBucket(options)
        const leaves: number[] = []
        let state: unknown
        let nowMs = 1_700_000_000_000
        for (const gapMs of gapsMs) {
          nowMs += gapMs
          const { decision, next } = transition(algorithm, rule, state, nowMs, 1)
          if (next === undefined) continue
          state = next
          leaves.push(nowMs + decision.delayMs)
          expect(leaves.filter((leaveMs) => leaveMs > nowMs).length).toBeLessThanOrEqual(places)
        }
        for (const fromMs of leaves) {
          const inPeriod = leaves.filter((leaveMs) => leaveMs >= fromMs && leaveMs < fromMs + rate.periodMs)
          expect(inPeriod.length).toBeLessThanOrEqual(rate.amount)
        }
      }),
      { numRuns: lawRuns },
    )
  })
})

describe('sliding window counter', () => {
  test('its bound is reached by filling the end of one window and coming back near the end of the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 2, max: 2000 }), (limit, windowMs) => {
        const rule = { limit, windowMs }
        const first = transition(counter, rule, undefined, 5 * windowMs - 1, limit)
        expect(first.decision.allowed).toBe(true)
        const backMs = 5 * windowMs - 1 + windowMs - 1
        const { remaining } = transition(counter, rule, first.next, backMs, 0).decision
        expect(limit + remaining).toBe(slidingWindowCounterBound(rule))
      }),
      { numRuns: lawRuns },
    )
  })

  test.each([
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
    [3, 2],
    [1, 3],
    [2, 3],
    [3, 3],
    [2, 4],
  ])(
    'limit %i in %i ms: of all traffic there is, the worst reaches the bound and none passes it',
    (limit, windowMs) => {
      const worst = worstWindow(limit, windowMs, undefined, [], 0)
      expect(worst).toBe(slidingWindowCounterBound({ limit, windowMs }))
    },
  )
})

/** The most units in any window of all ways to send during two windows and the beginning of a third, by trying each. */
function worstWindow(
  limit: number,
  windowMs: number,
  state: SlidingWindowCounterState | undefined,
  passed: readonly number[],
  nowMs: number,
): number {
  const inWindow = passed.slice(-windowMs).reduce((sum, units) => sum + units, 0)
  if (nowMs === 3 * windowMs - 1) return inWindow
  const rule = { limit, windowMs }
  const { remaining } = counter.standing(rule, state, nowMs)
  let worst = inWindow
  for (let cost = 0; cost <= remaining; cost++) {
    const next = cost === 0 ? state : counter.take(rule, state, nowMs, cost)
    worst = Math.max(worst, worstWindow(limit, windowMs, next, [...passed, cost], nowMs + 1))
  }
  return worst
}
