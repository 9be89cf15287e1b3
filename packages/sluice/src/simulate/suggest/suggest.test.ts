import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenBucketOracle } from '../../../../../test/support/oracles/token-bucket-oracle.ts'
import { lessonTrace } from '../traffic/lesson-trace.ts'
import { arrivalCurve } from './arrival-curve.ts'
import { BurstNeeds } from './burst-needs.ts'
import { chooseRates } from './choose-rates.ts'
import { compareRates } from './compare-rates.ts'
import { suggest } from './suggest.ts'

interface Charge {
  readonly t: number
  readonly cost: number
}

/** How many requests a bucket that counts in fractions of its own period refuses. */
function refusals(requests: readonly Charge[], capacity: number, amount: number, periodMs: number): number {
  const oracle = tokenBucketOracle(capacity, amount, periodMs)
  return requests.filter(({ t, cost }) => {
    const passes = oracle.passes(t, cost)
    if (passes) oracle.charge(t, cost)
    return !passes
  }).length
}

const anyRequests = fc
  .array(fc.record({ gap: fc.oneof(fc.constant(0), fc.nat({ max: 3000 })), cost: fc.nat({ max: 5 }) }), {
    maxLength: 25,
  })
  .map((requests) => {
    let t = 1_700_000_000_000
    return requests.map(({ gap, cost }): Charge => ({ t: (t += gap), cost }))
  })
const anyAmount = fc.integer({ min: 1, max: 2000 })
const anyPeriod = fc.constantFrom(1, 7, 1000, 60_000, 3_600_000, 997)

describe('the capacity that a client needs', () => {
  test('refuses none of its requests, and one unit less refuses some', () => {
    fc.assert(
      fc.property(anyRequests, anyAmount, anyPeriod, (requests, amount, periodMs) => {
        const times = requests.map(({ t }) => t)
        const costs = requests.map(({ cost }) => cost)
        const [capacity = NaN] = arrivalCurve(times, [{ amount, periodMs }], costs)
        expect(refusals(requests, capacity, amount, periodMs)).toBe(0)
        const oneLess = capacity === 0 ? 1 : refusals(requests, capacity - 1, amount, periodMs)
        expect(oneLess).toBeGreaterThan(0)
      }),
      { numRuns: 300 },
    )
  })

  test('by hand: three at once and one after half a period of 1/s', () => {
    expect(arrivalCurve([0, 0, 0, 500], ['1/s', '2/s', '4/s'])).toEqual([4, 3, 3])
    expect(arrivalCurve([0, 1000, 2000], ['1/s', '1/min'])).toEqual([1, 3])
    expect(arrivalCurve([0, 999], ['1/s'])).toEqual([2])
    expect(arrivalCurve([], ['1/s'])).toEqual([0])
    expect(arrivalCurve([5, 5], ['1/s'], [0, 0])).toEqual([0])
  })

  test('on the trace of the lesson, where a bucket of 10 at 10 a second refuses 60', () => {
    const times = lessonTrace()
    const [capacity = NaN] = arrivalCurve(times, ['10/s'])
    const requests = Array.from(times, (t) => ({ t, cost: 1 }))
    expect(refusals(requests, 10, 10, 1000)).toBe(60)
    expect(refusals(requests, capacity, 10, 1000)).toBe(0)
    expect(refusals(requests, capacity - 1, 10, 1000)).toBeGreaterThan(0)
  })

  test('is exact where one part of a unit decides, at sizes where a division would round', () => {
    // At 1/h a unit has 3,600,000 parts: 2^31 units fall one part short of what one more millisecond earns.
    const times = [0, 3_599_999]
    expect(arrivalCurve(times, ['1/h'], [2 ** 31, 1])).toEqual([2 ** 31 + 1])
    expect(arrivalCurve([0, 3_600_000], ['1/h'], [2 ** 31, 1])).toEqual([2 ** 31])
  })

  test('a spell of any length clears the deficit', () => {
    expect(arrivalCurve([0, Number.MAX_SAFE_INTEGER], ['1000/s'], [2 ** 31, 2 ** 31])).toEqual([2 ** 31])
  })
})

describe('many clients', () => {
  test('are counted each on its own, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(anyRequests, { maxLength: 8 }), (byClient) => {
        const rates = ['3/s', '7/min']
        const needs = new BurstNeeds(rates)
        const all = byClient.flatMap((requests, client) =>
          requests.map((request) => ({ ...request, client })),
        )
        for (const { client, t, cost } of all.toSorted((a, b) => a.t - b.t)) needs.add(100 * client, t, cost)
        const found = byClient.map((_, client) => rates.map((_rate, i) => needs.capacity(100 * client, i)))
        const alone = byClient.map((requests) =>
          arrivalCurve(
            requests.map(({ t }) => t),
            rates,
            requests.map(({ cost }) => cost),
          ),
        )
        expect(found).toEqual(alone)
        const seen = byClient.flatMap((requests, client) => (requests.length > 0 ? [100 * client] : []))
        expect(needs.clients()).toEqual(seen)
      }),
    )
  })

  test('a share of them is rounded up to whole clients', () => {
    // Client i sends i + 1 requests at once, so it needs i + 1 at any rate.
    const needs = new BurstNeeds(['1/s'])
    for (let client = 0; client < 200; client++) needs.add(client, 0, client + 1)
    const found = suggest(needs, [0.5, 0.99, 0.991, 0.999, 1]).map(({ clients, buckets }) => [
      clients,
      buckets[0]?.capacity,
    ])
    expect(found).toEqual([100, 198, 199, 200, 200].map((n) => [n, n]))
  })

  test('a bucket is left out if another is as slow and as small', () => {
    const needs = new BurstNeeds(['5/s', '1/s', '2/s', '60/min', '1/min'])
    needs.add(0, 0, 3)
    needs.add(0, 500, 1)
    const [all] = suggest(needs, [1])
    // The deficit at 500 ms: 3 - 1/120 + 1, 3 - 0.5 + 1, 3 - 1 + 1 and 3 - 2.5 + 1, of which the first 3 is more.
    expect(all?.buckets).toEqual([
      { rate: '1/min', capacity: 4 },
      { rate: '1/s', capacity: 4 },
      { rate: '60/min', capacity: 4 },
      { rate: '2/s', capacity: 3 },
      { rate: '5/s', capacity: 3 },
    ])
    expect(all?.smallest).toEqual([
      { rate: '1/min', capacity: 4 },
      { rate: '2/s', capacity: 3 },
    ])
  })

  test('no requests give no buckets, and requests that cost nothing a bucket of 1', () => {
    const needs = new BurstNeeds(['1/s'])
    expect(suggest(needs, [1])).toEqual([{ share: 1, clients: 0, buckets: [], smallest: [] }])
    needs.add(0, 0, 0)
    expect(suggest(needs, [1])[0]?.smallest).toEqual([{ rate: '1/s', capacity: 1 }])
  })
})

describe('rates worth asking about', () => {
  test('go in steps of 1, 2 and 5 through hours, minutes and seconds', () => {
    const fromHours = chooseRates({ amount: 30, periodMs: 3_600_000 }, { amount: 3, periodMs: 1000 })
    expect(fromHours.join(' ')).toBe('20/h 50/h 1/min 2/min 5/min 10/min 20/min 50/min 1/s 2/s 5/s')
  })

  test('include both ends, and are never none', () => {
    const five = { amount: 5, periodMs: 1000 }
    expect(chooseRates(five, five)).toEqual(['5/s'])
    expect(chooseRates({ amount: 6, periodMs: 1000 }, five)).toEqual(['5/s', '10/s'])
    expect(chooseRates({ amount: 1, periodMs: 1e9 }, { amount: 1, periodMs: 3_600_000 })).toEqual(['1/h'])
    expect(chooseRates({ amount: 400, periodMs: 1000 }, { amount: 1001, periodMs: 1000 })).toEqual([
      '200/s',
      '500/s',
      '1000/s',
      '2000/s',
    ])
  })

  test('compare by what they are, not by how they are written', () => {
    expect(compareRates('60/min', '1/s')).toBe(0)
    expect(compareRates('59/min', '1/s')).toBe(-1)
    expect(compareRates({ amount: 3, periodMs: 1000 }, '120/min')).toBe(1)
  })
})

test('what cannot be computed is named', () => {
  expect(() => new BurstNeeds([])).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'rates' }),
  )
  expect(() => new BurstNeeds(['5/x'])).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_RATE', field: 'rates[0]' }),
  )
  const needs = new BurstNeeds(['1/h'])
  needs.add(0, 10, 2 ** 31)
  expect(() => needs.add(0, 9, 1)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
  expect(() => needs.add(1, NaN, 1)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
  expect(() => needs.add(0, 10, 2 ** 32)).toThrow(expect.objectContaining({ code: 'ERR_NUMBER_TOO_LARGE' }))
  expect(() => needs.capacity(0, 1)).toThrow(expect.objectContaining({ field: 'rateIndex' }))
  expect(() => suggest(needs, [0])).toThrow(expect.objectContaining({ field: 'shares[0]' }))
  expect(() => chooseRates({ amount: 0, periodMs: 1 }, { amount: 1, periodMs: 1 })).toThrow(
    expect.objectContaining({ field: 'slowest.amount' }),
  )
})
