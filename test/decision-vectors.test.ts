/** Every field of every decision in the scenarios, by the bare transition; the store contract runs them on stores. */
import { expect, test } from 'vitest'
import { transition } from '../packages/sluice/src/algorithms/transition.ts'
import { asJson, decisionVectors } from './support/decision-vectors.ts'

test.each(decisionVectors)('scenario $index, $name, is decided as worked out', ({ limit, steps, wanted }) => {
  let state: unknown
  const decisions = steps.map(({ nowMs, cost }) => {
    const step = transition(limit.algorithm, limit.rule, state, nowMs, cost)
    if ('next' in step) state = step.next
    return asJson(step.decision)
  })
  expect(decisions).toMatchObject(wanted)
})
