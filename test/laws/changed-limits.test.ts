/** A key whose limit changes back and forth is decided, at every step, as the pure steps carry its state over. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decision } from '../../packages/sluice/src/algorithms/transition.ts'
import { createLimiter, manualClock, slidingLog, type Limit } from '../../packages/sluice/src/index.ts'
import { costOf, monotoneChecks, moved, starts } from '../support/histories.ts'
import { everyLimit } from '../support/limit-cases.ts'
import { PureKey } from '../support/pure-key.ts'

describe.each(everyLimit)('%s', (_, limits, numRuns) => {
  test('in memory', () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(limits, { minLength: 1, maxLength: 3 }),
        starts,
        monotoneChecks,
        fc.infiniteStream(fc.nat()),
        (own, others, startMs, steps, choices) => {
          const clock = manualClock(startMs)
          const limiter = createLimiter({ limit: own.limit, clock })
          const pure = new PureKey(own.limit, { forgets: true })
          let last: Decision | undefined
          for (const { move, share } of steps) {
            const choice = (choices.next().value as number) % (others.length + 1)
            const limit = ofOneWindow(own.limit, others[choice]?.limit ?? own.limit)
            clock.set(moved(move, clock.now(), own.spanMs, last))
            const cost = costOf(limit.rule.limit, share)
            pure.under(limit)
            last = pure.check(clock.now(), cost)
            const current = limit === own.limit ? limiter : limiter.under(limit)
            expect(current.check('key', { cost })).toMatchObject(last)
          }
        },
      ),
      { numRuns },
    )
  })
})

/**
 * A log is kept for as long as its own window, so under a longer one it is not known whether it lacks what has left. Within
 * one window it is.
 */
function ofOneWindow(own: Limit, other: Limit): Limit {
  const { windowMs } = own.rule as { readonly windowMs?: number }
  const isOther = own !== other && own.algorithm.name === 'sliding-log' && windowMs !== undefined
  return isOther ? slidingLog({ limit: other.rule.limit, window: windowMs }) : other
}
