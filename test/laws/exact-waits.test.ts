/** Every wait that a decision quotes is exact on both sides, in every state that any use can bring about. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answers, look, tellingProbes } from '../support/behaviour.ts'
import { anyHistory, run, starts } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('a request is refused until the quoted retry-after and allowed then', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, (example, startMs, steps) => {
        for (const { nowMs, before, cost } of run(example, startMs, steps)) {
          const { retryAfterMs, allowed, never } = look(example.limit, before, nowMs, cost)
          expect(never).toBe(cost > example.limit.rule.limit)
          expect(allowed).toBe(retryAfterMs === 0)
          if (allowed || never) continue
          expect(look(example.limit, before, nowMs + retryAfterMs - 1, cost).allowed).toBe(false)
          expect(look(example.limit, before, nowMs + retryAfterMs, cost).allowed).toBe(true)
        }
      }),
      { numRuns },
    )
  })

  test('on the way there, the quoted wait gets shorter by the time that has passed', () => {
    fc.assert(
      fc.property(
        limits,
        starts,
        anyHistory,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (example, startMs, steps, part) => {
          for (const { nowMs, before, cost } of run(example, startMs, steps)) {
            const { retryAfterMs } = look(example.limit, before, nowMs, cost)
            if (retryAfterMs === Infinity) continue
            const passedMs = Math.floor(part * retryAfterMs)
            expect(look(example.limit, before, nowMs + passedMs, cost).retryAfterMs).toBe(
              retryAfterMs - passedMs,
            )
          }
        },
      ),
      { numRuns },
    )
  })

  test('so many units as remain pass at this instant, and one more does not', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, (example, startMs, steps) => {
        for (const { nowMs, before } of run(example, startMs, steps)) {
          const { remaining } = look(example.limit, before, nowMs, 0)
          expect(remaining).toBeGreaterThanOrEqual(0)
          expect(remaining).toBeLessThanOrEqual(example.limit.rule.limit)
          const units = Array.from({ length: remaining + 1 }, () => ({ afterMs: 0, cost: 1 }))
          const decisions = answers(example.limit, before, nowMs, units)
          expect(decisions.map(({ allowed }) => allowed)).toEqual(
            units.map((_unit, index) => index < remaining),
          )
          expect(decisions.map((decision) => decision.remaining)).toEqual(
            units.map((_unit, index) => Math.max(0, remaining - 1 - index)),
          )
        }
      }),
      { numRuns },
    )
  })

  test('nothing remains more before the quoted replenish-after, and something does then', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, (example, startMs, steps) => {
        for (const { nowMs, before } of run(example, startMs, steps)) {
          const { remaining, replenishAfterMs, limit } = look(example.limit, before, nowMs, 0)
          expect(replenishAfterMs === 0).toBe(remaining === limit)
          if (remaining === limit) continue
          expect(look(example.limit, before, nowMs + replenishAfterMs - 1, 0).remaining).toBeLessThanOrEqual(
            remaining,
          )
          expect(look(example.limit, before, nowMs + replenishAfterMs, 0).remaining).toBeGreaterThan(
            remaining,
          )
        }
      }),
      { numRuns },
    )
  })

  test('a key decides like a new one from the quoted reset-after on, and not one millisecond before', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, fc.nat({ max: 5000 }), (example, startMs, steps, laterMs) => {
        const probes = tellingProbes(example.limit, example.spanMs)
        for (const { nowMs, before } of run(example, startMs, steps)) {
          const { resetAfterMs } = look(example.limit, before, nowMs, 0)
          for (const fromMs of [nowMs + resetAfterMs, nowMs + resetAfterMs + laterMs]) {
            expect(answers(example.limit, before, fromMs, probes)).toEqual(
              answers(example.limit, undefined, fromMs, probes),
            )
          }
          if (resetAfterMs === 0) continue
          expect(answers(example.limit, before, nowMs + resetAfterMs - 1, probes)).not.toEqual(
            answers(example.limit, undefined, nowMs + resetAfterMs - 1, probes),
          )
        }
      }),
      { numRuns },
    )
  })
})
