import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transition } from '../../../algorithms/transition.ts'
import { fixedWindow } from '../../../limits/fixed-window.ts'
import { leakyBucket } from '../../../limits/leaky-bucket.ts'
import type { Limit } from '../../../limits/limit.ts'
import { standardLimits } from '../../standard-limits.ts'
import type { RequestBlock } from '../request-block.ts'
import { columnsOf } from './columns-of.ts'

interface Request {
  readonly client: number
  readonly timeMs: number
  readonly cost: number
}

/** Also a clock that was never set: 1970, with a zone ahead of UTC. */
const anyStart = fc.constantFrom(Date.UTC(2026, 0, 1), 0, -3_600_000)

/** Requests of four clients, often at one time, with pauses of up to three windows; costs from 0 to above the limit. */
function anyRequests(limit: number, windowMs: number): fc.Arbitrary<Request[]> {
  const gap = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.nat({ max: Math.ceil((2 * windowMs) / limit) }) },
    { weight: 1, arbitrary: fc.nat({ max: 3 * windowMs }) },
  )
  const cost = fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.nat({ max: limit + 1 }) },
  )
  const step = fc.record({ client: fc.nat({ max: 3 }), gap, cost })
  const steps = fc.array(step, { minLength: 1, maxLength: 200, size: 'max' })
  return fc.tuple(anyStart, steps).map(([startMs, requests]) => {
    let timeMs = startMs
    return requests.map(({ client, gap: gapMs, cost: units }) => ({
      client,
      timeMs: (timeMs += gapMs),
      cost: units,
    }))
  })
}

const anyRun = fc
  .record({ limit: fc.integer({ min: 1, max: 12 }), windowMs: fc.integer({ min: 1, max: 5000 }) })
  .chain((rule) => fc.record({ rule: fc.constant(rule), requests: anyRequests(rule.limit, rule.windowMs) }))

function blockOf(requests: readonly Request[]): RequestBlock {
  return {
    times: Float64Array.from(requests, ({ timeMs }) => timeMs),
    clients: Int32Array.from(requests, ({ client }) => client),
    costs: Float64Array.from(requests, ({ cost }) => cost),
    from: 0,
    to: requests.length,
  }
}

function decidedInColumns(limit: Limit, windowMs: number, requests: readonly Request[]): number[] {
  const columns = columnsOf(limit, windowMs)
  const block = blockOf(requests)
  const answers = new Uint8Array(requests.length)
  const half = Math.floor(requests.length / 2)
  columns.decide({ ...block, to: half }, answers)
  columns.decide({ ...block, from: half }, answers.subarray(half))
  return [...answers]
}

function decidedByTransitions(limit: Limit, requests: readonly Request[]): number[] {
  const states = new Map<number, unknown>()
  return requests.map(({ client, timeMs, cost }) => {
    const { decision, next } = transition(limit.algorithm, limit.rule, states.get(client), timeMs, cost)
    if (next !== undefined) states.set(client, next)
    return decision.allowed ? 1 : 0
  })
}

type LimitMaker = (limit: number, windowMs: number) => Limit

const names = Object.keys(standardLimits(1, 1)) as (keyof ReturnType<typeof standardLimits>)[]
const limits: readonly (readonly [string, LimitMaker])[] = [
  ...names.map((name): [string, LimitMaker] => [
    name,
    (limit, windowMs) => standardLimits(limit, windowMs)[name],
  ]),
  [
    'leaky-bucket with a queue',
    (queue, periodMs) => leakyBucket({ queue, rate: { amount: queue, periodMs } }),
  ],
  [
    'fixed-window from the first request',
    (limit, window) => fixedWindow({ limit, window, align: 'first-request' }),
  ],
  [
    'fixed-window of the calendar',
    (limit) => fixedWindow({ limit, window: 'day', timeZone: 'Asia/Kolkata' }),
  ],
]

describe.each(limits)('columns of %s', (_, limitOf) => {
  test('decide what the transitions of each client decide', () => {
    fc.assert(
      fc.property(anyRun, ({ rule, requests }) => {
        const limit = limitOf(rule.limit, rule.windowMs)
        expect(decidedInColumns(limit, rule.windowMs, requests)).toEqual(
          decidedByTransitions(limit, requests),
        )
      }),
    )
  })
})
