import * as fc from 'fast-check'
import { simulate } from 'sluice/simulate'
import { tokenBucket } from 'sluice'
import { expect, test } from 'vitest'
import { burstChart } from './burst-chart.ts'

const anyClient = fc
  .array(fc.nat({ max: 20_000 }), { maxLength: 40 })
  .map((times) => Float64Array.from(times).toSorted())

test('at every point of a curve so many clients are never refused, and with one unit less fewer', () => {
  fc.assert(
    fc.property(
      fc.array(anyClient, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(0.5, 0.9, 1),
      (clients, share) => {
        const { rates, curves } = burstChart(clients.length, (client) => ({ times: clients[client]! }), [
          share,
        ])
        const seen = clients.filter((times) => times.length > 0)
        const curve = curves[0]!
        expect(curve.clients).toBe(Math.ceil(share * seen.length))
        const satisfied = (capacity: number, rate: string): number =>
          seen.filter(
            (times) =>
              capacity > 0 &&
              simulate({ limit: tokenBucket({ capacity, rate }), times }).measures.refused === 0,
          ).length
        rates.forEach(({ text }, i) => {
          const burst = curve.bursts[i]!
          expect(satisfied(burst, text)).toBeGreaterThanOrEqual(curve.clients)
          expect(satisfied(burst - 1, text)).toBeLessThan(Math.max(1, curve.clients))
        })
      },
    ),
  )
})

test('a faster rate never needs a larger burst, and a larger share never a smaller one', () => {
  fc.assert(
    fc.property(fc.array(anyClient, { minLength: 1, maxLength: 6 }), (clients) => {
      const { curves } = burstChart(clients.length, (client) => ({ times: clients[client]! }), [0.3, 0.8, 1])
      for (const { bursts } of curves) expect(bursts).toEqual(bursts.toSorted((a, b) => b - a))
      for (let i = 1; i < curves.length; i++) {
        curves[i]!.bursts.forEach((burst, rate) => {
          expect(burst).toBeGreaterThanOrEqual(curves[i - 1]!.bursts[rate]!)
        })
      }
    }),
  )
})

test('the rates span from the mean of the busiest client to its busiest second, in whatever order clients come', () => {
  const [long, short] = [
    Float64Array.from({ length: 100 }, (_, i) => i * 10_000),
    Float64Array.of(5000, 5000),
  ]
  const charts = [
    [long, short],
    [short, long],
  ].map((clients) => burstChart(2, (client) => ({ times: clients[client]! })))
  expect(charts[0]).toEqual(charts[1])
  // 100 requests in 990 s are 6.06 a minute.
  expect(charts[0]!.rates.map(({ text }) => text)).toEqual([
    '5/min',
    '10/min',
    '20/min',
    '50/min',
    '1/s',
    '2/s',
  ])
})

test('costs count', () => {
  const { curves } = burstChart(
    1,
    () => ({ times: Float64Array.of(0, 0), costs: Float64Array.of(3, 4) }),
    [1],
  )
  expect(curves[0]!.bursts.every((burst) => burst === 7)).toBe(true)
})

test('nobody, or clients without a request, give an empty chart', () => {
  const empty = { rates: [], curves: [{ share: 1, clients: 0, bursts: [] }] }
  expect(burstChart(0, () => ({ times: new Float64Array(0) }), [1])).toEqual(empty)
  expect(burstChart(2, () => ({ times: new Float64Array(0) }), [1])).toEqual(empty)
})

test('a share that is none is a fault', () => {
  const times = Float64Array.of(1)
  expect(() => burstChart(1, () => ({ times }), [1.5])).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }),
  )
})
