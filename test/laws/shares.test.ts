/** Processes that each decide by their share of a limit pass no more together than the limit does. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import { scaledLimit } from '../../packages/sluice/src/limits/scaled.ts'
import { starts } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'
import { busiestExcess, type Passed } from '../support/stretches.ts'

const requests = fc.array(
  fc.record({
    gap: fc.oneof(fc.constantFrom(0, 0, 1), fc.double({ min: 0, max: 2, noNaN: true })),
    process: fc.nat(),
    share: fc.constantFrom(0.3, 0.5, 1, 1),
  }),
  { minLength: 1, maxLength: 60 },
)

describe.each(everyLimit)('%s', (name, limits, numRuns) => {
  test('a fleet of shares passes no more than its limit in any stretch', () => {
    fc.assert(
      fc.property(
        limits,
        fc.integer({ min: 1, max: 9 }),
        starts,
        requests,
        (example, processes, startMs, sent) => {
          const limit = scaledLimit(example.limit, { parts: 1, of: processes })
          if (limit === undefined) return
          const states: unknown[] = Array.from({ length: processes })
          const passed: Passed[] = []
          let nowMs = startMs
          for (const { gap, process, share } of sent) {
            nowMs += Math.floor(gap * example.spanMs)
            const at = process % processes
            const { remaining } = limit.algorithm.standing(limit.rule, states[at], nowMs)
            const cost = Math.ceil(remaining * share)
            const { next } = transition(limit.algorithm, limit.rule, states[at], nowMs, cost)
            if (next === undefined) continue
            states[at] = next
            passed.push({ atMs: nowMs, cost })
          }
          const looser = (lengthMs: number) =>
            loosest(name, example.limit.rule.limit, processes, lengthMs, example.spanMs)
          expect(
            busiestExcess(passed, (lengthMs) => example.mostWithin(lengthMs) + looser(lengthMs)),
          ).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns },
    )
  })
})

/** What the doc comment of `scaledLimit` grants beyond the bound of the limit itself. */
function loosest(name: string, limit: number, processes: number, lengthMs: number, spanMs: number): number {
  if (name === 'leaky bucket by size') return processes - 1
  // Twice the limit, where the bound of one counter is a little less.
  return name === 'sliding window counter' ? limit * (Math.floor(lengthMs / spanMs) + 1) : 0
}
