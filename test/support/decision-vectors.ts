/** Scenarios worked out by exact fractions, with the limit of each built by the public constructors. */
import { readFileSync } from 'node:fs'
import {
  fixedWindow,
  gcra,
  leakyBucket,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Decision,
  type Limit,
  type RateOfUnits,
} from '../../packages/sluice/src/index.ts'

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

export interface DecisionVector {
  readonly index: number
  readonly name: string
  readonly limit: Limit
  readonly steps: readonly { nowMs: number; cost: number }[]
  readonly wanted: readonly object[]
}

const file = new URL('../fixtures/truth/decision-vectors.json', import.meta.url)
const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as { scenarios: readonly Scenario[] }

export const decisionVectors: readonly DecisionVector[] = scenarios.map(
  ({ algorithm, params, steps, expect: wanted }, index) => ({
    index,
    name: algorithm,
    limit: build[algorithm](params),
    steps,
    wanted,
  }),
)

/** A decision as JSON has it: an infinite wait is null. */
export function asJson(decision: Decision): object {
  return JSON.parse(JSON.stringify(decision)) as object
}
