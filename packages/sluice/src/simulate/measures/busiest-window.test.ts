import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lessonTrace } from '../traffic/lesson-trace.ts'
import { busiestAlignedWindow } from './busiest-aligned-window.ts'
import { busiestWindow } from './busiest-window.ts'

const TIMES = [0, 0, 500, 999, 1000, 1400, 1999, 2000]

test('a request leaves the window exactly one window after it came', () => {
  // (0, 1000] holds 500, 999, 1000; (-1, 999] holds 0, 0, 500, 999.
  expect(busiestWindow([0, 0, 500, 999, 1000], 1000)).toEqual({ count: 4, endMs: 999 })
  expect(busiestWindow([0, 1000], 1000)).toEqual({ count: 1, endMs: 0 })
  expect(busiestWindow([0, 999], 1000)).toEqual({ count: 2, endMs: 999 })
})

test('aligned windows start at multiples and hold their start, not their end', () => {
  expect(busiestAlignedWindow(TIMES, 1000)).toEqual({ count: 4, startMs: 0 })
  expect(busiestAlignedWindow([999, 1000, 1999, 2000], 1000)).toEqual({ count: 2, startMs: 1000 })
  expect(busiestAlignedWindow([-1, -1, 0], 1000)).toEqual({ count: 2, startMs: -1000 })
})

test('of equal windows the first that is reached counts', () => {
  expect(busiestWindow([0, 1, 5000, 5001], 1000)).toEqual({ count: 2, endMs: 1 })
  expect(busiestAlignedWindow([0, 1, 5000, 5001], 1000)).toEqual({ count: 2, startMs: 0 })
})

test('costs count instead of requests', () => {
  expect(busiestWindow([0, 10, 2000], 1000, [1, 2, 7])).toEqual({ count: 7, endMs: 2000 })
  expect(busiestWindow([0, 10, 2000], 1000, [3, 5, 7])).toEqual({ count: 8, endMs: 10 })
  expect(busiestAlignedWindow([0, 10, 2000], 1000, [3, 5, 7])).toEqual({ count: 8, startMs: 0 })
  expect(busiestWindow([0], 1000, [0])).toEqual({ count: 0, endMs: null })
})

test('no traffic has no busiest window', () => {
  expect(busiestWindow([], 1000)).toEqual({ count: 0, endMs: null })
  expect(busiestAlignedWindow([], 1000)).toEqual({ count: 0, startMs: null })
})

test('the trace of the lesson offers 38 requests in its busiest second', () => {
  // In Python: max((sum(t - 1000 < u <= t for u in trace), -t) for t in trace).
  expect(busiestWindow(lessonTrace(), 1000)).toEqual({ count: 38, endMs: 3967 })
})

const anyTraffic = fc
  .array(fc.record({ gap: fc.nat({ max: 12 }), cost: fc.nat({ max: 4 }) }), { maxLength: 60 })
  .map((entries) => {
    let t = 0
    return entries.map(({ gap, cost }) => ({ t: (t += gap), cost }))
  })

test('agrees with counting every window afresh', () => {
  fc.assert(
    fc.property(anyTraffic, fc.integer({ min: 1, max: 40 }), (traffic, windowMs) => {
      let sliding = { count: 0, endMs: null as number | null }
      let aligned = { count: 0, startMs: null as number | null }
      traffic.forEach(({ t }, i) => {
        const seen = traffic.slice(0, i + 1)
        const sum = (entries: typeof traffic): number => entries.reduce((all, { cost }) => all + cost, 0)
        const inWindow = sum(seen.filter((entry) => entry.t > t - windowMs))
        if (inWindow > sliding.count) sliding = { count: inWindow, endMs: t }
        const startMs = t - (t % windowMs)
        const inAligned = sum(seen.filter((entry) => entry.t >= startMs))
        if (inAligned > aligned.count) aligned = { count: inAligned, startMs }
      })
      const times = traffic.map(({ t }) => t)
      const costs = traffic.map(({ cost }) => cost)
      expect(busiestWindow(times, windowMs, costs)).toEqual(sliding)
      expect(busiestAlignedWindow(times, windowMs, costs)).toEqual(aligned)
    }),
  )
})

const trafficError = (field: string): unknown =>
  expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field })

test.each([busiestWindow, busiestAlignedWindow])('%o refuses what it cannot measure', (measure) => {
  for (const windowMs of [0, -1, 1.5, NaN, Infinity]) {
    expect(() => measure([1], windowMs)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
  }
  expect(() => measure([2, 1], 10)).toThrow(trafficError('times[1]'))
  expect(() => measure([NaN], 10)).toThrow(trafficError('times[0]'))
  expect(() => measure([1, NaN], 10)).toThrow(trafficError('times[1]'))
  expect(() => measure([1, 2], 10, [1])).toThrow(trafficError('costs[1]'))
  expect(() => measure([1, 2], 10, [-1, 1])).toThrow(trafficError('costs[0]'))
})
