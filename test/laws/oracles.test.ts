/** Over long random histories every algorithm gives the decisions, in every field, that its definition gives. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checks, run, starts } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'
import { decideByOracle } from '../support/oracles/oracle.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('decides as its definition does, also when the clock steps back', () => {
    fc.assert(
      fc.property(limits, starts, checks, (example, startMs, steps) => {
        const oracle = example.oracle()
        for (const { nowMs, cost, decision } of run(example, startMs, steps)) {
          expect(decision).toEqual(decideByOracle(oracle, nowMs, cost))
        }
      }),
      { numRuns },
    )
  })
})
