/** Scenarios worked out by exact fractions: every field of every decision, by the bare transition and by a limiter. */
import { readFileSync } from 'node:fs'
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Decision,
  type Limit,
  type RateOfUnits,
} from 'sluice'
import { describe, expect, test } from 'vitest'
import { transition } from '../packages/sluice/src/algorithms/transition.ts'

interface Params {
  readonly capacity: number
  readonly burst: number
  readonly size?: number
  readonly queue: number
  readonly limit: number
  readonly windowMs: number
  readonly rate: RateOfUnits
}

interface Scenario {
  readonly algorithm: keyof typeof build
  readonly params: Params
  readonly steps: readonly { nowMs: number; cost: number }[]
  readonly expect: readonly object[]
}

const build = {
  'token-bucket': ({ capacity, rate }: Params): Limit => tokenBucket({ capacity, rate }),
  gcra: ({ burst, rate }: Params): Limit => gcra({ burst, rate }),
  'leaky-bucket': ({ size, queue, rate }: Params): Limit =>
    size === undefined ? leakyBucket({ queue, rate }) : leakyBucket({ size, rate }),
  'fixed-window': ({ limit, windowMs }: Params): Limit => fixedWindow({ limit, window: windowMs }),
  'sliding-log': ({ limit, windowMs }: Params): Limit => slidingLog({ limit, window: windowMs }),
  'sliding-window-counter': ({ limit, windowMs }: Params): Limit =>
    slidingWindowCounter({ limit, window: windowMs }),
}

const file = new URL('fixtures/truth/decision-vectors.json', import.meta.url)
const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as { scenarios: readonly Scenario[] }
const cases = scenarios.map((scenario, index) => ({ index, name: scenario.algorithm, scenario }))

/** A decision as JSON has it: an infinite wait is null. */
function asJson(decision: Decision): object {
  return JSON.parse(JSON.stringify(decision)) as object
}

describe.each(cases)(
  'scenario $index, $name',
  ({ scenario: { algorithm, params, steps, expect: wanted } }) => {
    const limit = build[algorithm](params)

    test('the transition decides every step as worked out', () => {
      let state: unknown
      const decisions = steps.map(({ nowMs, cost }) => {
        const step = transition(limit.algorithm, limit.rule, state, nowMs, cost)
        if ('next' in step) state = step.next
        return asJson(step.decision)
      })
      expect(decisions).toMatchObject(wanted)
    })

    test('a limiter decides every step as worked out', () => {
      const clock = manualClock()
      const limiter = createLimiter({ limit, clock })
      const decisions = steps.map(({ nowMs, cost }) => {
        clock.set(nowMs)
        return asJson(limiter.check('key', { cost }))
      })
      expect(decisions).toMatchObject(wanted)
    })
  },
)
