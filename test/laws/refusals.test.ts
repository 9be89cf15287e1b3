/** A refusal, a look and a request of cost 0 change nothing; and a state, once made, says the same for ever. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition } from '../../packages/sluice/src/algorithms/transition.ts'
import { look } from '../support/behaviour.ts'
import { deepFrozen } from '../support/deep-frozen.ts'
import { anyHistory, run, starts } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('a refused request has no next state, and touches nothing of the one it met', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, (example, startMs, steps) => {
        const { algorithm, rule } = example.limit
        const events = run(example, startMs, steps)
        const { nowMs, before } = events.at(-1) ?? { nowMs: startMs, before: undefined }
        const copy = structuredClone(before)
        const frozen = deepFrozen(before)
        for (const cost of [0, 1, rule.limit, rule.limit + 1, Number.MAX_SAFE_INTEGER]) {
          const { allowed } = look(example.limit, frozen, nowMs, cost)
          if (allowed && cost > 0) continue
          expect(Object.keys(transition(algorithm, rule, frozen, nowMs, cost))).toEqual(['decision'])
        }
        expect(before).toEqual(copy)
      }),
      { numRuns },
    )
  })

  test('a state answers the same after others have been made from it', () => {
    fc.assert(
      fc.property(limits, starts, anyHistory, (example, startMs, steps) => {
        const { algorithm, rule } = example.limit
        const events = run(example, startMs, steps)
        const answeredAgain = events.map(({ nowMs, cost, before, decision }) =>
          decision === undefined ? undefined : transition(algorithm, rule, before, nowMs, cost).decision,
        )
        expect(answeredAgain).toEqual(events.map(({ decision }) => decision))
      }),
      { numRuns },
    )
  })
})
