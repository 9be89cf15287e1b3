/**
 * A clock that steps back never adds allowance. The judge is the same history in which time, instead of stepping back,
 * stands still at the latest instant at which something was charged.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import { answers, look, tellingProbes } from '../support/behaviour.ts'
import { checks, run, starts, type Event } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'
import { busiestExcess } from '../support/stretches.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('before the latest charge no more passes, no more remains, and no wait ends earlier than at it', () => {
    fc.assert(
      fc.property(limits, starts, checks, fc.nat({ max: 100_000 }), (example, startMs, steps, backMs) => {
        for (const { before, cost, latestMs } of withLatestCharge(run(example, startMs, steps))) {
          const atLatest = look(example.limit, before, latestMs, cost)
          const earlierMs = Math.max(0, latestMs - backMs)
          const earlier = look(example.limit, before, earlierMs, cost)
          expect(earlier.remaining).toBeLessThanOrEqual(atLatest.remaining)
          expect(earlierMs + earlier.resetAfterMs).toBe(latestMs + atLatest.resetAfterMs)
          if (atLatest.allowed) continue
          expect(earlierMs + earlier.retryAfterMs).toBe(latestMs + atLatest.retryAfterMs)
        }
      }),
      { numRuns },
    )
  })

  test('what is charged before the latest charge leaves what it would leave at it', () => {
    fc.assert(
      fc.property(limits, starts, checks, fc.nat({ max: 100_000 }), (example, startMs, steps, backMs) => {
        const { algorithm, rule } = example.limit
        const probes = tellingProbes(example.limit, example.spanMs)
        for (const { before, cost, latestMs } of withLatestCharge(run(example, startMs, steps))) {
          const { next } = transition(algorithm, rule, before, Math.max(0, latestMs - backMs), cost)
          if (next === undefined) continue
          const nextAtLatest = transition(algorithm, rule, before, latestMs, cost).next
          expect(answers(example.limit, next, latestMs, probes)).toEqual(
            answers(example.limit, nextAtLatest, latestMs, probes),
          )
        }
      }),
      { numRuns },
    )
  })

  test('the bound holds in the time that stands still instead of stepping back', () => {
    fc.assert(
      fc.property(limits, starts, checks, (example, startMs, steps) => {
        let latestMs = 0
        const passed: { atMs: number; cost: number }[] = []
        for (const { nowMs, cost, decision } of run(example, startMs, steps)) {
          if (decision?.allowed !== true || cost === 0) continue
          latestMs = Math.max(latestMs, nowMs)
          passed.push({ atMs: latestMs, cost })
        }
        expect(busiestExcess(passed, example.mostWithin)).toBeLessThanOrEqual(0)
      }),
      { numRuns },
    )
  })
})

/** The events whose key has been charged, each with the latest time at which it was. */
function withLatestCharge(events: readonly Event[]): (Event & { latestMs: number })[] {
  let latestMs = -1
  return events.flatMap((event) => {
    const known = latestMs < 0 ? [] : [{ ...event, latestMs }]
    if (event.decision?.allowed === true && event.cost > 0) latestMs = Math.max(latestMs, event.nowMs)
    return known
  })
}
