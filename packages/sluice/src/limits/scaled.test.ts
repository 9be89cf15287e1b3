import { describe, expect, test } from 'vitest'
import { HORIZON_MS } from '../algorithms/scale.ts'
import { transition } from '../algorithms/transition.ts'
import { fixedWindow } from './fixed-window.ts'
import { gcra } from './gcra.ts'
import { leakyBucket } from './leaky-bucket.ts'
import type { Limit } from './limit.ts'
import { scaledLimit } from './scaled.ts'
import { slidingLog } from './sliding-log.ts'
import { slidingWindowCounter } from './sliding-window-counter.ts'
import { tokenBucket } from './token-bucket.ts'

const third = { parts: 1, of: 3 }

/** A limit, and what a third of it is. */
const thirds: readonly (readonly [string, () => Limit, () => Limit])[] = [
  [
    'token bucket',
    () => tokenBucket({ capacity: 20, rate: '5/s' }),
    () => tokenBucket({ capacity: 6, rate: '5/3s' }),
  ],
  ['gcra', () => gcra({ burst: 20, rate: '7/min' }), () => gcra({ burst: 6, rate: '7/3m' })],
  [
    'leaky bucket by size',
    () => leakyBucket({ size: 20, rate: '5/s' }),
    () => leakyBucket({ size: 6, rate: '5/3s' }),
  ],
  // 21 pass at once, so 7 here: 6 that wait and the one beside them.
  [
    'leaky bucket by queue',
    () => leakyBucket({ queue: 20, rate: '5/s' }),
    () => leakyBucket({ queue: 6, rate: '5/3s' }),
  ],
  [
    'fixed window',
    () => fixedWindow({ limit: 20, window: '1m' }),
    () => fixedWindow({ limit: 6, window: '1m' }),
  ],
  [
    'fixed window from the first request',
    () => fixedWindow({ limit: 20, window: '1m', align: 'first-request' }),
    () => fixedWindow({ limit: 6, window: '1m', align: 'first-request' }),
  ],
  [
    'fixed window by the calendar',
    () => fixedWindow({ limit: 20, window: 'month', timeZone: 'Europe/Berlin' }),
    () => fixedWindow({ limit: 6, window: 'month', timeZone: 'Europe/Berlin' }),
  ],
  [
    'sliding log',
    () => slidingLog({ limit: 20, window: '15m' }),
    () => slidingLog({ limit: 6, window: '15m' }),
  ],
  [
    'sliding window counter',
    () => slidingWindowCounter({ limit: 20, window: '15m' }),
    () => slidingWindowCounter({ limit: 6, window: '15m' }),
  ],
]

describe.each(thirds)('a third of a %s', (_, whole, wanted) => {
  test('decides like the limit with a third of its units and its rate', () => {
    const startMs = Date.UTC(2026, 2, 28, 22, 59, 59, 500)
    expect(decisions(scaledLimit(whole(), third), startMs)).toEqual(decisions(wanted(), startMs))
  })

  test('says what it is, and lasts as long as any limit does', () => {
    const scaled = scaledLimit(whole(), third)
    expect(scaled?.summary).toBe(`1/3 of ${whole().summary}`)
    expect(scaled?.lastMs).toBeGreaterThanOrEqual(HORIZON_MS)
    expect(Object.isFrozen(scaled?.rule)).toBe(true)
  })

  test('a share below one unit is none, and a share of all is the limit itself', () => {
    const limit = whole()
    expect(scaledLimit(limit, { parts: 1, of: limit.rule.limit })?.rule.limit).toBe(1)
    expect(scaledLimit(limit, { parts: 1, of: limit.rule.limit + 1 })).toBeUndefined()
    expect(scaledLimit(limit, { parts: 1, of: 1 })).toBe(limit)
  })
})

test('one waiting place and the one beside it, for two, are one place each that nobody waits in', () => {
  const half = scaledLimit(leakyBucket({ queue: 1, rate: '5/s' }), { parts: 1, of: 2 })
  expect(decisions(half, 0)).toMatchObject(decisions(gcra({ burst: 1, rate: '5/2s' }), 0))
})

describe('where exact numbers end', () => {
  const share = { parts: 333_333, of: 1_000_000 }
  const atTheEdge: readonly (readonly [string, () => Limit])[] = [
    ['token bucket', () => tokenBucket({ capacity: 2 ** 53 - 8, rate: { amount: 7, periodMs: 1 } })],
    [
      'token bucket of a long period',
      () => tokenBucket({ capacity: 90, rate: { amount: 7, periodMs: 1e14 } }),
    ],
    ['gcra', () => gcra({ burst: 90, rate: '5003/s' })],
    ['leaky bucket', () => leakyBucket({ size: 90, rate: '5003/s' })],
    ['sliding log', () => slidingLog({ limit: 2 ** 52 - 1, window: '1m' })],
    ['sliding window counter', () => slidingWindowCounter({ limit: 1e10, window: '1m' })],
    ['fixed window', () => fixedWindow({ limit: 2 ** 53 - 1, window: 'day' })],
  ]

  test.each(atTheEdge)('a %s is scaled all the same, and never to more than the share', (_, build) => {
    const limit = build()
    const scaled = scaledLimit(limit, share) as Limit
    const exact = Number((BigInt(limit.rule.limit) * BigInt(share.parts)) / BigInt(share.of))
    expect(scaled.rule.limit).toBeLessThanOrEqual(exact)
    expect(scaled.rule.limit).toBeGreaterThanOrEqual(Math.floor(limit.rule.limit / 4))
    expect(scaled.lastMs).toBeGreaterThanOrEqual(HORIZON_MS)
    const whole = limit.rule as { perMs?: number; unit?: number }
    const part = scaled.rule as { perMs?: number; unit?: number }
    if (whole.perMs === undefined || whole.unit === undefined) return
    // perMs / unit of the scaled rate is at most the share of the whole one's, compared without rounding.
    const left = BigInt(part.perMs ?? 0) * BigInt(whole.unit) * BigInt(share.of)
    const right = BigInt(whole.perMs) * BigInt(part.unit ?? 0) * BigInt(share.parts)
    expect(left <= right).toBe(true)
  })
})

/** What a limit decides about a burst and what follows, as requests that take what they can. */
function decisions(limit: Limit | undefined, startMs: number): object[] {
  const found: object[] = []
  let state: unknown
  for (const [afterMs, cost] of [
    [0, 1],
    [0, 4],
    [0, 3],
    [400, 1],
    [1000, 2],
    [61_000, 6],
    [3_700_000, 5],
    [90_000_000, 6],
  ] as const) {
    if (limit === undefined) throw new Error('There is no limit.')
    const { algorithm, rule } = limit
    const { decision, next } = transition(algorithm, rule, state, startMs + afterMs, cost)
    state = next ?? state
    found.push(decision)
  }
  return found
}
