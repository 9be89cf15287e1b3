import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { boundaryBurst } from './boundary-burst.ts'
import { burstyGaps } from './bursty-gaps.ts'
import { edgePattern } from './edge-pattern.ts'
import { gcraBursts } from './gcra-bursts.ts'
import { lessonTrace } from './lesson-trace.ts'
import { listOfTimes } from './list-of-times.ts'
import { onOff } from './on-off.ts'
import { poisson } from './poisson.ts'
import { steady } from './steady.ts'
import { steadyGaps } from './steady-gaps.ts'
import { namedTraffics, trafficByName } from './traffic-by-name.ts'

const HOUR_MS = 3_600_000

function timesOf(file: string): number[] {
  const url = new URL(`../../../../../test/fixtures/truth/${file}`, import.meta.url)
  const trace: { times_ms: number[] } = JSON.parse(readFileSync(url, 'utf8'))
  return trace.times_ms
}

const within = (times: Float64Array, fromMs: number, toMs: number): number =>
  times.filter((t) => t >= fromMs && t < toMs).length

const numberError = (field: string): unknown => expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field })

describe('the lesson', () => {
  test('its trace is reproduced to the millisecond', () => {
    expect([...lessonTrace()]).toEqual(timesOf('lesson-trace.json'))
  })

  test('its GCRA requests are reproduced to the millisecond', () => {
    expect([...gcraBursts()]).toEqual(timesOf('gcra-5000.json'))
  })

  // Lengths: the lesson's table. Ends: its closeness script, run in Python: shape(load, random.Random(load)).
  test.each([
    ['steady', 5964, [276, 1442, 1572], 3_599_664],
    ['steady-2x', 12036, [58, 152, 239], 3_599_753],
    ['bursty', 5589, [2202, 6383, 14128], 3_599_947],
    ['bursty-2x', 11629, [464, 1855, 1859], 3_596_379],
    ['edge', 6000, [59900, 59901, 59902], 3_599_400],
  ])('an hour of %s', (name, sent, first, last) => {
    const times = trafficByName(name)
    expect(times.length).toBe(sent)
    expect([...times.subarray(0, 3)]).toEqual(first)
    expect(times.at(-1)).toBe(last)
  })
})

describe('shapes that follow a limit', () => {
  test.each([
    [10, 1000],
    [7, 10_000],
    [5000, 1000],
    [1, HOUR_MS],
  ])('steady gaps come at the rate of %d in %d ms, times the load', (limit, windowMs) => {
    const durationMs = Math.round((windowMs / limit) * 20_000)
    for (const load of [1, 2]) {
      const { length } = steadyGaps({ limit, windowMs, durationMs, load })
      expect(Math.abs(length / (20_000 * load) - 1)).toBeLessThan(0.03)
    }
  })

  test('bursts keep the rate of a dense limit too', () => {
    const { length } = burstyGaps({ limit: 5000, windowMs: 1000, durationMs: 60_000 })
    expect(length).toBeGreaterThan(0.85 * 300_000)
    expect(length).toBeLessThan(300_000)
  })

  test('the edge pattern keeps to its duration and squeezes a large limit into a tenth of the window', () => {
    const times = edgePattern({ limit: 1000, windowMs: 1000, durationMs: 1500 })
    expect(within(times, 900, 1000)).toBe(1000)
    expect(within(times, 1000, 1500)).toBe(500)
    expect(times.length).toBe(1500)
  })

  test('every named traffic is sorted, whole, inside its time, and described', () => {
    for (const [name, { description }] of Object.entries(namedTraffics)) {
      const times = trafficByName(name, { limit: 10, windowMs: 1000, durationMs: 60_000, seed: 3 })
      expect(description).not.toBe('')
      expect(times.length).toBeGreaterThan(100)
      expect(times).toEqual(listOfTimes(times))
      expect(times.at(-1)).toBeLessThan(61_000)
    }
  })
})

describe('shapes by rate', () => {
  test('steady requests do not drift where the gap is no whole number', () => {
    expect([...steady({ ratePerSecond: 3, durationMs: 2001 })]).toEqual([0, 333, 666, 1000, 1333, 1666, 2000])
    expect([...steady({ everyMs: 400, durationMs: 1200 })]).toEqual([0, 400, 800])
    expect([...steady({ ratePerSecond: 0.5, durationMs: 4001 })]).toEqual([0, 2000, 4000])
    expect([...steady({ ratePerSecond: 2000, durationMs: 2 })]).toEqual([0, 0, 1, 1])
  })

  test('on-off requests come only while it is on', () => {
    const times = onOff({ onMs: 1000, offMs: 500, ratePerSecond: 4, durationMs: 2000 })
    expect([...times]).toEqual([0, 250, 500, 750, 1500, 1750])
  })

  test('Poisson counts have the mean and the variance of their process', () => {
    const times = poisson({ ratePerSecond: 20, durationMs: 1_000_000, seed: 5 })
    const counts = new Uint32Array(1000)
    for (const t of times) counts[Math.floor(t / 1000)] = (counts[Math.floor(t / 1000)] ?? 0) + 1
    const mean = times.length / 1000
    const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / 1000
    // Five standard errors: of the mean sqrt(20 / 1000), of the variance 20 * sqrt(2 / 1000).
    expect(Math.abs(mean - 20)).toBeLessThan(0.71)
    expect(Math.abs(variance - 20)).toBeLessThan(4.5)
    expect(poisson({ ratePerSecond: 20, durationMs: 1_000_000, seed: 6 })).not.toEqual(times)
  })

  test('Poisson times are those of a sum of Python waits', () => {
    // r = random.Random(5); t = 0; for _ in range(5): t += r.expovariate(0.02); print(int(t))
    const times = poisson({ ratePerSecond: 20, durationMs: 406, seed: 5 })
    expect([...times.subarray(0, 5)]).toEqual([48, 116, 195, 338, 405])
  })
})

describe('bursts on an edge', () => {
  test('the burst of the lesson', () => {
    const times = boundaryBurst({ count: 10, windowMs: 1000 })
    expect([...times]).toEqual(Array.from({ length: 20 }, (_, i) => 900 + 10 * i))
  })

  test('stays on both sides of each edge, however tight', () => {
    const times = boundaryBurst({ count: 5, windowMs: 1000, spreadMs: 1, edges: 2 })
    expect([...times]).toEqual([999, 1000, 2999, 3000].flatMap((t) => [t, t, t, t, t]))
  })
})

describe('lists of times', () => {
  test('are sorted as numbers, in a copy', () => {
    const times = [1000, 9, 80, 9]
    expect([...listOfTimes(times)]).toEqual([9, 9, 80, 1000])
    expect(times).toEqual([1000, 9, 80, 9])
    expect(listOfTimes([]).length).toBe(0)
  })

  test.each([[NaN], [0.5], [-1], [2 ** 53], [Infinity]])('refuse %s', (time) => {
    expect(() => listOfTimes([1, time])).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'times[1]', value: time }),
    )
  })
})

describe('bad options', () => {
  test('are named with what was found and what would do', () => {
    expect(() => steadyGaps({ limit: 0 })).toThrow(numberError('limit'))
    expect(() => burstyGaps({ windowMs: 1.5 })).toThrow(numberError('windowMs'))
    expect(() => edgePattern({ durationMs: -1 })).toThrow(numberError('durationMs'))
    expect(() => lessonTrace({ seed: 0.5 })).toThrow(numberError('seed'))
    expect(() => poisson({ ratePerSecond: 0, durationMs: 10 })).toThrow(numberError('ratePerSecond'))
    expect(() => steadyGaps({ load: NaN })).toThrow(numberError('load'))
    expect(() => boundaryBurst({ count: 1, windowMs: 10, spreadMs: 11 })).toThrow(numberError('spreadMs'))
    expect(() => gcraBursts({ count: 1.5 })).toThrow(
      'count must be a whole number from 1 to 67108864, but it is 1.5',
    )
  })

  test('a missing, unknown or double option is an error', () => {
    const invalidOption = expect.objectContaining({ code: 'ERR_INVALID_OPTION' })
    // @ts-expect-error a rate is missing
    expect(() => poisson({ durationMs: 10 })).toThrow(numberError('ratePerSecond'))
    // @ts-expect-error a window is missing
    expect(() => boundaryBurst({ count: 1 })).toThrow(numberError('windowMs'))
    // @ts-expect-error a text is no number
    expect(() => edgePattern({ limit: '10' })).toThrow(numberError('limit'))
    // @ts-expect-error a misspelt option
    expect(() => lessonTrace({ sed: 7 })).toThrow(invalidOption)
    // @ts-expect-error neither a rate nor a gap
    expect(() => steady({ durationMs: 10 })).toThrow(invalidOption)
    expect(() => steady({ durationMs: 10, everyMs: 1, ratePerSecond: 1 })).toThrow(invalidOption)
  })

  test('traffic that would not fit in memory is refused before it is made', () => {
    const tooLarge = expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'durationMs' })
    expect(() => steady({ ratePerSecond: 1e9, durationMs: 1e9 })).toThrow(tooLarge)
    expect(() => poisson({ ratePerSecond: 1e6, durationMs: 1e9 })).toThrow(tooLarge)
    expect(() => steadyGaps({ limit: 1e6, windowMs: 1, durationMs: 1e6 })).toThrow(tooLarge)
    expect(() => edgePattern({ limit: 1e6, windowMs: 1, durationMs: 1e6 })).toThrow(tooLarge)
    expect(() => onOff({ onMs: 1, offMs: 0, ratePerSecond: 1e6, durationMs: 1e9 })).toThrow(tooLarge)
  })

  test.each(['', 'stedy', '__proto__', 'toString'])('the unknown name %j is an error', (name) => {
    expect(() => trafficByName(name)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'traffic', value: name }),
    )
  })
})
