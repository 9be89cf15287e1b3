/** Scenarios worked out by exact fractions: every field of every decision. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Algorithm, Rule } from './algorithm.ts'
import { alignedWindowRule, fixedWindowAlgorithm } from './fixed-window/fixed-window.ts'
import { gcraAlgorithm, gcraRule } from './gcra/gcra.ts'
import { leakyBucketAlgorithm, leakyBucketRule } from './leaky-bucket/leaky-bucket.ts'
import { slidingLogAlgorithm } from './sliding-log/sliding-log.ts'
import { slidingWindowCounterAlgorithm } from './sliding-window-counter/sliding-window-counter.ts'
import { tokenBucketAlgorithm, tokenBucketRule } from './token-bucket/token-bucket.ts'
import { transition } from './transition.ts'

interface Params {
  capacity?: number
  burst?: number
  size?: number
  queue?: number
  limit?: number
  windowMs?: number
  rate?: { amount: number; periodMs: number }
}
interface Scenario {
  algorithm: string
  params: Params
  steps: { nowMs: number; cost: number }[]
  expect: Record<string, unknown>[]
}

const file = new URL('../../../../test/fixtures/truth/decision-vectors.json', import.meta.url)
const { scenarios } = JSON.parse(readFileSync(file, 'utf8')) as { scenarios: Scenario[] }

function limitOf({ algorithm, params }: Scenario): [Algorithm, Rule] {
  const { capacity = 0, burst = 0, size, queue = 0, limit = 0, windowMs = 0 } = params
  const { amount, periodMs } = params.rate ?? { amount: 0, periodMs: 0 }
  switch (algorithm) {
    case 'token-bucket':
      return [tokenBucketAlgorithm, tokenBucketRule(capacity, amount, periodMs)]
    case 'gcra':
      return [gcraAlgorithm, gcraRule(burst, amount, periodMs)]
    case 'leaky-bucket':
      return [
        leakyBucketAlgorithm,
        size === undefined
          ? leakyBucketRule('queue', queue + 1, amount, periodMs)
          : leakyBucketRule('size', size, amount, periodMs),
      ]
    case 'fixed-window':
      return [fixedWindowAlgorithm, alignedWindowRule(limit, windowMs)]
    case 'sliding-log':
      return [slidingLogAlgorithm, { limit, windowMs } as Rule]
    case 'sliding-window-counter':
      return [slidingWindowCounterAlgorithm, { limit, windowMs } as Rule]
    default:
      throw new Error(`unknown algorithm ${algorithm}`)
  }
}

describe.each(scenarios.map((scenario, index) => [index, scenario.algorithm, scenario] as const))(
  'scenario %i, %s',
  (_, __, scenario) => {
    test('decides every step as worked out', () => {
      const [algorithm, rule] = limitOf(scenario)
      let state: unknown
      for (const [index, { nowMs, cost }] of scenario.steps.entries()) {
        const step = transition(algorithm, rule, state, nowMs, cost)
        if ('next' in step) state = step.next
        const wanted = scenario.expect[index] ?? {}
        const retryAfterMs = step.decision.never ? null : step.decision.retryAfterMs
        expect({ index, ...step.decision, retryAfterMs }).toMatchObject({ index, ...wanted })
      }
    })
  },
)
