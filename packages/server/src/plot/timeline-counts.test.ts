import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TimelineCounts } from './timeline-counts.ts'

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

test('counts each second of a short log', () => {
  const counts = new TimelineCounts(2)
  counts.count(10_999, 0, true)
  counts.count(11_000, 0, false)
  counts.count(11_000, 0, false)
  counts.count(13_000, 1, true)
  expect({ fromMs: counts.fromMs, stepMs: counts.stepMs }).toEqual({ fromMs: 10_000, stepMs: 1000 })
  expect(counts.lane(0)).toEqual({ allowed: [1, 0, 0, 0], refused: [0, 2, 0, 0] })
  expect(counts.lane(1)).toEqual({ allowed: [0, 0, 0, 1], refused: [0, 0, 0, 0] })
})

test('a long log gets longer steps that start at multiples of themselves', () => {
  const counts = new TimelineCounts(1)
  for (let t = 7000; t <= 607_000; t += 1000) counts.count(t, 0, t % 2000 === 1000)
  expect({ fromMs: counts.fromMs, stepMs: counts.stepMs }).toEqual({ fromMs: 5000, stepMs: 5000 })
  const { allowed, refused } = counts.lane(0)
  expect([allowed[0], refused[0], allowed[1], refused[1]]).toEqual([2, 1, 2, 3])
  expect(total(allowed) + total(refused)).toBe(601)
})

test('whatever the times and their order, nothing is lost and steps stay few', () => {
  const request = fc.record({ atMs: fc.integer({ min: 0, max: 1e12 }), isAllowed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 60 }), (requests) => {
      const counts = new TimelineCounts(1)
      for (const { atMs, isAllowed } of requests) counts.count(atMs, 0, isAllowed)
      const { allowed, refused } = counts.lane(0)
      const allowedRequests = requests.filter(({ isAllowed }) => isAllowed)
      expect(total(allowed)).toBe(allowedRequests.length)
      expect(total(refused)).toBe(requests.length - allowedRequests.length)
      expect(allowed.length).toBeLessThanOrEqual(300)
      for (const { atMs } of requests) {
        const step = Math.floor((atMs - counts.fromMs) / counts.stepMs)
        expect((allowed[step] ?? 0) + (refused[step] ?? 0)).toBeGreaterThan(0)
      }
    }),
  )
})

test('nothing counted is nothing drawn', () => {
  const counts = new TimelineCounts(1)
  expect(counts.fromMs).toBe(0)
  expect(counts.lane(0)).toEqual({ allowed: [], refused: [] })
})
