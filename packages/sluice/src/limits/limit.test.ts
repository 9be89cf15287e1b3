import { describe, expect, test } from 'vitest'
import { HORIZON_MS } from '../algorithms/scale.ts'
import { fixedWindow } from './fixed-window.ts'
import { gcra } from './gcra.ts'
import { leakyBucket } from './leaky-bucket.ts'
import { checkLimit, type Limit } from './limit.ts'
import { shown } from './options.ts'
import { slidingLog } from './sliding-log.ts'
import { slidingWindowCounter } from './sliding-window-counter.ts'
import { tokenBucket } from './token-bucket.ts'

interface Kind {
  readonly owner: string
  readonly names: string
  /** The field of the units. */
  readonly units: string
  readonly good: object
  readonly build: (options: never) => Limit
  readonly algorithm: string
}

const kinds: readonly Kind[] = [
  {
    owner: 'tokenBucket',
    names: 'capacity, rate',
    units: 'capacity',
    good: { capacity: 20, rate: '5/s' },
    build: tokenBucket,
    algorithm: 'token-bucket',
  },
  {
    owner: 'gcra',
    names: 'burst, rate',
    units: 'burst',
    good: { burst: 20, rate: '5/s' },
    build: gcra,
    algorithm: 'gcra',
  },
  {
    owner: 'leakyBucket',
    names: 'size, queue, rate',
    units: 'size',
    good: { size: 20, rate: '5/s' },
    build: leakyBucket,
    algorithm: 'leaky-bucket',
  },
  {
    owner: 'leakyBucket',
    names: 'size, queue, rate',
    units: 'queue',
    good: { queue: 20, rate: '5/s' },
    build: leakyBucket,
    algorithm: 'leaky-bucket',
  },
  {
    owner: 'fixedWindow',
    names: 'limit, window, align, timeZone',
    units: 'limit',
    good: { limit: 20, window: '15m' },
    build: fixedWindow,
    algorithm: 'fixed-window',
  },
  {
    owner: 'slidingLog',
    names: 'limit, window',
    units: 'limit',
    good: { limit: 20, window: '15m' },
    build: slidingLog,
    algorithm: 'sliding-log',
  },
  {
    owner: 'slidingWindowCounter',
    names: 'limit, window',
    units: 'limit',
    good: { limit: 20, window: '15m' },
    build: slidingWindowCounter,
    algorithm: 'sliding-window-counter',
  },
]

function windowStartAt(nowMs: number, options: { align?: 'epoch' | 'first-request' } = {}): number {
  return fixedWindow({ limit: 1, window: 1000, ...options }).rule.windowAt(nowMs).startMs
}

function built(kind: Kind, options: unknown): Limit {
  return kind.build(options as never)
}

describe.each(kinds.map((kind) => [`${kind.owner} by ${kind.units}`, kind] as const))('%s', (_, kind) => {
  const spans = 'rate' in kind.good ? 'rate' : 'window'

  test('names its algorithm, cannot be changed, and is a limit', () => {
    const limit = built(kind, kind.good)
    expect(limit.algorithm.name).toBe(kind.algorithm)
    expect(limit.rule.limit).toBe(kind.units === 'queue' ? 21 : 20)
    expect(limit.lastMs).toBeGreaterThanOrEqual(HORIZON_MS)
    expect(Object.isFrozen(limit) && Object.isFrozen(limit.rule)).toBe(true)
    expect(checkLimit('limit', limit)).toBe(limit)
  })

  test.each([0, -0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, '10', '', null, true, [5], 10n])(
    'units: %s throws',
    (value) => {
      const message = expect.stringContaining(`found ${shown(value)}`)
      expect(() => built(kind, { ...kind.good, [kind.units]: value })).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: kind.units, value, message }),
      )
    },
  )

  test.each(['', 'fast', '5/s/s', '1 minutes', 0, -1, 1.5, NaN, Infinity, 2 ** 53, null, undefined, true])(
    'rate or window: %s throws',
    (value) => {
      const code = spans === 'rate' ? 'ERR_INVALID_RATE' : 'ERR_INVALID_DURATION'
      const message = expect.stringContaining(`found ${shown(value)}`)
      expect(() => built(kind, { ...kind.good, [spans]: value })).toThrow(
        expect.objectContaining({ code, field: spans, value, message }),
      )
    },
  )

  test('an unknown name throws and says which names there are', () => {
    expect(() => built(kind, { ...kind.good, capasity: 1 })).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: `${kind.owner}.capasity`,
        value: 1,
        message: `${kind.owner} has no option "capasity"; it takes ${kind.names}.`,
      }),
    )
  })

  test.each([undefined, null, 20, 'limit', []])('%s instead of options throws', (value) => {
    expect(() => built(kind, value)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: kind.owner, value }),
    )
  })
})

describe('leaky bucket', () => {
  test('takes size or queue, not both and not neither', () => {
    expect(() => leakyBucket({ size: 5, queue: 5, rate: '1/s' } as never)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'size',
        value: 5,
        message: 'leakyBucket takes exactly one of size and queue; found both.',
      }),
    )
    expect(() => leakyBucket({ rate: '1/s' } as never)).toThrow(
      'leakyBucket takes exactly one of size and queue; found neither.',
    )
  })

  test('without waiting places says what decides the same', () => {
    expect(() => leakyBucket({ queue: 0, rate: '1/s' })).toThrow('gcra({ burst: 1, rate })')
  })
})

describe('fixed window', () => {
  test.each(['day', 'week', 'month', 'year'] as const)(
    'a calendar %s is in UTC unless a time zone is named',
    (window) => {
      const nowMs = Date.UTC(2026, 10, 30, 12)
      const bounds = fixedWindow({ limit: 1, window }).rule.windowAt(nowMs)
      expect(bounds).toEqual(fixedWindow({ limit: 1, window, timeZone: 'UTC' }).rule.windowAt(nowMs))
      expect(bounds).not.toEqual(
        fixedWindow({ limit: 1, window, timeZone: 'Asia/Kathmandu' }).rule.windowAt(nowMs),
      )
    },
  )

  test('an unknown part of the calendar is answered with those there are', () => {
    expect(() => fixedWindow({ limit: 1, window: 'months' })).toThrow(
      /or one of "day", "week", "month", "year"; found "months"\.$/,
    )
  })

  test.each(['Mars/Olympus', '', 'Europe/ Berlin', null, 5, {}, { toString: () => 'UTC' }])(
    'time zone %s throws',
    (timeZone) => {
      expect(() => fixedWindow({ limit: 1, window: 'day', timeZone: timeZone as string })).toThrow(
        expect.objectContaining({
          code: 'ERR_INVALID_TIME_ZONE',
          field: 'timeZone',
          value: timeZone,
          message: `timeZone must be an IANA name such as "UTC" or "Europe/Berlin"; found ${shown(timeZone)}.`,
        }),
      )
    },
  )

  test('a time zone does not go with a window of equal length', () => {
    expect(() => fixedWindow({ limit: 1, window: '1d', timeZone: 'UTC' })).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'timeZone',
        value: 'UTC',
        message: 'timeZone does not go with a window of equal length; found "UTC".',
      }),
    )
  })

  test.each(['epoch', 'first-request'] as const)('align %s does not go with a calendar window', (align) => {
    expect(() => fixedWindow({ limit: 1, window: 'day', align })).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'align',
        value: align,
        message: `align does not go with a calendar window; found "${align}".`,
      }),
    )
  })

  test.each(['start', '', null, 1])('align %s throws', (align) => {
    expect(() => fixedWindow({ limit: 1, window: '1d', align: align as 'epoch' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'align', value: align }),
    )
  })

  test('aligns to the epoch unless the first request opens the window', () => {
    expect(windowStartAt(1500)).toBe(1000)
    expect(windowStartAt(1500, { align: 'epoch' })).toBe(1000)
    expect(windowStartAt(1500, { align: 'first-request' })).toBe(1500)
  })
})

const TWO_53 = 2 ** 53

/** The largest numbers that are taken, each with the next one up, which is not. */
const edges: readonly (readonly [string, string, () => Limit, () => Limit])[] = [
  [
    'a bucket counts capacity * unit and the tokens of a millisecond',
    'capacity',
    () => tokenBucket({ capacity: TWO_53 - 2, rate: '1/ms' }),
    () => tokenBucket({ capacity: TWO_53 - 1, rate: '1/ms' }),
  ],
  [
    'a bucket of a slow rate holds less',
    'capacity',
    () => tokenBucket({ capacity: 285_420, rate: { amount: 1, periodMs: 31_557_600_000 } }),
    () => tokenBucket({ capacity: 285_421, rate: { amount: 1, periodMs: 31_557_600_000 } }),
  ],
  [
    'GCRA counts the time until 2070 in parts',
    'rate',
    () => gcra({ burst: 1, rate: { amount: 5708, periodMs: 1 } }),
    () => gcra({ burst: 1, rate: { amount: 5709, periodMs: 1 } }),
  ],
  [
    'GCRA keeps room for a full burst twice',
    'rate',
    () => gcra({ burst: 4_502_810_665_770_495, rate: '1/ms' }),
    () => gcra({ burst: 4_502_810_665_770_496, rate: '1/ms' }),
  ],
  [
    'a leaky bucket likewise',
    'rate',
    () => leakyBucket({ queue: 4_502_810_665_770_494, rate: '1/ms' }),
    () => leakyBucket({ queue: 4_502_810_665_770_495, rate: '1/ms' }),
  ],
  [
    'a fixed window ends after 2070',
    'window',
    () => fixedWindow({ limit: TWO_53 - 1, window: TWO_53 - 1 - HORIZON_MS }),
    () => fixedWindow({ limit: 1, window: TWO_53 - HORIZON_MS }),
  ],
  [
    'an entry of a log leaves after 2070',
    'window',
    () => slidingLog({ limit: 1, window: TWO_53 - 1 - HORIZON_MS }),
    () => slidingLog({ limit: 1, window: TWO_53 - HORIZON_MS }),
  ],
  [
    'a log counts twice its limit',
    'limit',
    () => slidingLog({ limit: 4_503_599_627_370_495, window: 1 }),
    () => slidingLog({ limit: 4_503_599_627_370_496, window: 1 }),
  ],
  [
    'a counter multiplies its limit by its window',
    'limit',
    () => slidingWindowCounter({ limit: 9_007_199_254_740, window: 1000 }),
    () => slidingWindowCounter({ limit: 9_007_199_254_741, window: 1000 }),
  ],
  [
    'a counter takes a product of just 2^53 - 1, which is 6361 times another whole number',
    'limit',
    () => slidingWindowCounter({ limit: (TWO_53 - 1) / 6361, window: 6361 }),
    () => slidingWindowCounter({ limit: (TWO_53 - 1) / 6361 + 1, window: 6361 }),
  ],
  [
    'a counter needs two windows after 2070',
    'limit',
    () => slidingWindowCounter({ limit: 1, window: 4_502_021_747_370_495 }),
    () => slidingWindowCounter({ limit: 1, window: 4_502_021_747_370_496 }),
  ],
]

test.each([
  [() => tokenBucket({ capacity: 20, rate: '5/s' }), 'a capacity of 20 at 5 per 1000 ms'],
  [() => gcra({ burst: 20, rate: '5/s' }), 'a burst of 20 at 5 per 1000 ms'],
  [() => leakyBucket({ size: 20, rate: '5/s' }), 'a size of 20 at 5 per 1000 ms'],
  [() => leakyBucket({ queue: 20, rate: '5/s' }), 'a queue of 20 at 5 per 1000 ms'],
  [() => fixedWindow({ limit: 20, window: '1m' }), '20 in windows of 60000 ms from the epoch'],
  [
    () => fixedWindow({ limit: 20, window: '1m', align: 'first-request' }),
    '20 in windows of 60000 ms from the first request',
  ],
  [() => fixedWindow({ limit: 20, window: 'month' }), '20 a month of the calendar in UTC'],
  [
    () => fixedWindow({ limit: 20, window: 'day', timeZone: 'Asia/Kathmandu' }),
    '20 a day of the calendar in Asia/Kathmandu',
  ],
  [() => slidingLog({ limit: 20, window: '1m' }), 'a limit of 20 in 60000 ms'],
  [() => slidingWindowCounter({ limit: 20, window: '1m' }), 'a limit of 20 in 60000 ms'],
])('a limit tells its numbers in words: %#', (build, words) => {
  expect(build().summary).toBe(words)
})

describe('numbers that would pass 2^53 are refused when a limit is built', () => {
  test.each(edges)('%s', (_, field, largest, tooLarge) => {
    expect(largest().lastMs).toBeGreaterThanOrEqual(HORIZON_MS)
    expect(tooLarge).toThrow(
      expect.objectContaining({
        code: 'ERR_NUMBER_TOO_LARGE',
        field,
        message: expect.stringMatching(/2\^53.*(take|lower|keep)/),
      }),
    )
  })

  test('and the message says what was asked for and what to change', () => {
    expect(() => gcra({ burst: 20, rate: '9973/s' })).toThrow(
      'rate is too large for exact counting: a burst of 20 at 9973 per 1000 ms would pass 2^53 before 2070. ' +
        'Instead take a rate with a simpler fraction (such as 10000/s instead of 9973/s), a smaller burst, ' +
        'or tokenBucket, which decides the same.',
    )
  })

  test.each([
    ['a simpler fraction', () => gcra({ burst: 20, rate: '10000/s' })],
    ['a token bucket', () => tokenBucket({ capacity: 20, rate: '9973/s' })],
  ])('and %s helps, as it says', (_, build) => {
    expect(build).not.toThrow()
  })
})

test.each([undefined, null, {}, 5, 'limit', { algorithm: {}, rule: {} }, { algorithm: { take: () => 1 } }])(
  '%s is no limit',
  (value) => {
    expect(() => checkLimit('limits.burst', value)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'limits.burst',
        value,
        message:
          'limits.burst must be made by tokenBucket, gcra, leakyBucket, fixedWindow, slidingLog or slidingWindowCounter; ' +
          `found ${shown(value)}.`,
      }),
    )
  },
)
