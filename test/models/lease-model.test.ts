/** Every order of steps of a few processes that share a limit by leases: none passes more than the limit. */
import { describe, expect, test } from 'vitest'
import {
  fixedWindow,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'
import { lawRuns } from '../support/law-runs.ts'
import { explore, type Explored } from './explore.ts'
import { LeaseModel, type Rule, type Setting } from './lease-model.ts'

const two = [2, 1]
/** One process, beside those that have no lease and are decided by the store; in a long run two. */
const one = lawRuns > 150 ? two : [2]

const bucket: Setting = {
  limit: tokenBucket({ capacity: 2, rate: '1/2ms' }),
  ttlMs: 2,
  periodMs: 1,
  turns: two,
}
const resent: Setting = { ...bucket, resends: true, turns: one }
const window: Setting = {
  ...bucket,
  limit: fixedWindow({ limit: 2, window: 2 }),
  ttlMs: 3,
  periodMs: 2,
  turns: one,
}
const counter: Setting = { ...window, limit: slidingWindowCounter({ limit: 2, window: 2 }) }
const log: Setting = { ...bucket, limit: slidingLog({ limit: 2, window: 2 }), turns: one }

function explored(setting: Setting): Explored {
  const model = new LeaseModel(setting)
  return explore(
    model.start(),
    (world) => model.steps(world),
    (world) => JSON.stringify(world),
    ({ isBroken }) => isBroken,
  )
}

describe('a limit that is shared by leases', () => {
  test.each(
    Object.entries({
      'a token bucket': bucket,
      'a token bucket, with calls that are sent again': resent,
      'a fixed window': window,
      'a sliding window counter': counter,
      'a sliding log': log,
    }),
  )('%s passes no more in any order of steps', (_, setting) => {
    const { states, counterexample } = explored(setting)
    expect(counterexample).toBeUndefined()
    expect(states).toBeGreaterThan(500)
  })

  test.each<[Rule, Setting]>([
    ['hold', bucket],
    ['hold own', bucket],
    ['rise', bucket],
    ['from sending', bucket],
    ['turns', bucket],
    ['known', resent],
    ['in time', bucket],
    ['window', window],
    ['window', counter],
    ['log', log],
  ])('is broken without the rule: %s', (without, setting) => {
    const { counterexample } = explored({ ...setting, without })
    expect(counterexample).toBeDefined()
  })
})
