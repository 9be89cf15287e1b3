import * as fc from 'fast-check'
import { lessonTrace, poisson } from 'sluice/simulate'
import { describe, expect, test } from 'vitest'
import { Arrivals } from './arrivals.ts'
import { boundaryOf, burstOf, everyFor, lessonOf, oneRequest, poissonOf, timesOf } from './recipe.ts'

const anyTime = fc.oneof(
  fc.nat({ max: 10_000 }),
  fc.integer({ min: 1_500_000_000_000, max: 1_600_000_000_000 }),
)

test('a burst comes at one time', () => {
  expect([...timesOf(burstOf(3, 70))]).toEqual([70, 70, 70])
  expect([...timesOf(oneRequest(70))]).toEqual([70])
})

test('steady traffic begins at once, and a gap that is no whole number does not drift', () => {
  expect([...timesOf(everyFor(4, 1000, 100))]).toEqual([100, 350, 600, 850])
  expect([...timesOf(everyFor(3, 2000, 0))]).toEqual([0, 333, 666, 1000, 1333, 1666])
})

test('a boundary burst has half of its requests before the edge of a window, and begins no earlier than it is asked for', () => {
  fc.assert(
    fc.property(
      anyTime,
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 30 }),
      (atMs, windowMs, count) => {
        const times = timesOf(boundaryOf(windowMs, atMs, 1, count))
        expect(times).toHaveLength(count)
        expect(times[0]).toBeGreaterThanOrEqual(atMs)
        expect(times[0]).toBeLessThan(atMs + 2 * windowMs)
        const edgeMs = Math.floor(times.at(-1)! / windowMs) * windowMs
        expect(times.filter((t) => t < edgeMs)).toHaveLength(Math.floor(count / 2))
        expect(times.at(-1)! - times[0]!).toBeLessThan(Math.max(2, windowMs / 2))
        expect(times).toEqual(times.toSorted())
      },
    ),
  )
})

test('the lesson is its trace, from any time on', () => {
  expect(timesOf(lessonOf(5000))).toEqual(lessonTrace().map((t) => 5000 + t))
})

describe('Poisson traffic', () => {
  test('is the same every time for a seed, and another for another seed', () => {
    expect(timesOf(poissonOf(5, 10_000, 3, 100))).toEqual(timesOf(poissonOf(5, 10_000, 3, 100)))
    expect(timesOf(poissonOf(5, 10_000, 4, 100))).not.toEqual(timesOf(poissonOf(5, 10_000, 3, 100)))
  })

  test('is that of the library, moved', () => {
    const ofTheLibrary = poisson({ ratePerSecond: 5, durationMs: 10_000, seed: 3 })
    expect(timesOf(poissonOf(5, 10_000, 3, 100))).toEqual(ofTheLibrary.map((t) => t + 100))
  })
})

describe('arrivals', () => {
  const anyStops = fc
    .array(fc.nat({ max: 4000 }), { maxLength: 20 })
    .map((stops) => [...stops.toSorted((a, b) => a - b), 4000])

  test('are the same however often they are asked for', () => {
    fc.assert(
      fc.property(
        anyStops,
        fc.constantFrom(undefined, 1, 7),
        fc.double({ min: 0.2, max: 300, noNaN: true }),
        (stops, seed, perSecond) => {
          const atOnce = new Arrivals(perSecond, 500, seed).takeUntil(4000)
          const inParts = new Arrivals(perSecond, 500, seed)
          expect(stops.flatMap((stop) => inParts.takeUntil(stop))).toEqual(atOnce)
          expect(atOnce.every((t) => t >= 500 && t <= 4000)).toBe(true)
        },
      ),
    )
  })

  test('at random are those of the recipe', () => {
    const recipe = timesOf(poissonOf(50, 4000, 7, 0))
    const arrivals = new Arrivals(50, 0, 7).takeUntil(3999)
    expect(arrivals).toEqual([...recipe])
  })

  test('evenly spaced keep to their rate', () => {
    expect(new Arrivals(4, 100).takeUntil(1100)).toEqual([100, 350, 600, 850, 1100])
    expect(new Arrivals(200, 0).takeUntil(59_999)).toHaveLength(12_000)
    // The second comes at 333.3 ms, which is the millisecond 333.
    expect(new Arrivals(3, 0).takeUntil(333)).toEqual([0, 333])
  })

  test('at no rate are none', () => {
    expect(new Arrivals(0, 0).takeUntil(1e9)).toEqual([])
  })
})
