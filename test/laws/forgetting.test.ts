/** Forgetting a key at its reset, or at any time after it, changes no later decision. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition, type Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import { costOf, monotoneChecks, moved, run, starts, type Step } from '../support/histories.ts'
import { everyLimit, type LimitCase } from '../support/limit-cases.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('a key that is forgotten whenever its reset has come decides like one that never is', () => {
    fc.assert(
      fc.property(limits, starts, monotoneChecks, (example, startMs, steps) => {
        const remembered = run(example, startMs, steps).map(({ decision }) => decision)
        expect(decisionsForgetting(example, startMs, steps)).toEqual(remembered)
      }),
      { numRuns: numRuns * 2 },
    )
  })
})

function decisionsForgetting(
  { limit, spanMs }: LimitCase,
  startMs: number,
  steps: readonly Step[],
): Decision[] {
  const { algorithm, rule } = limit
  const decisions: Decision[] = []
  let nowMs = startMs
  let state: unknown
  let resetMs = Infinity
  for (const { move, share } of steps) {
    nowMs = moved(move, nowMs, spanMs, decisions.at(-1))
    if (nowMs >= resetMs) state = undefined
    const { decision, next } = transition(algorithm, rule, state, nowMs, costOf(rule.limit, share))
    if (next !== undefined) state = next
    decisions.push(decision)
    resetMs = nowMs + decision.resetAfterMs
  }
  return decisions
}
