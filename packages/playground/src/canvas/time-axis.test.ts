import { expect, test } from 'vitest'
import { AXIS_INSET, indexAtOrAfter, timeAt, xOf } from './time-axis.ts'

const axis = { nowMs: 10_000, spanMs: 8000, width: 818 }

test('now is at the right, the span before it at the left, with room for a mark', () => {
  expect(xOf(axis, 10_000)).toBe(818 - AXIS_INSET)
  expect(xOf(axis, 2000)).toBe(AXIS_INSET)
})

test('a place gives back its time', () => {
  for (const timeMs of [2000, 3333, 9999]) expect(timeAt(axis, xOf(axis, timeMs))).toBeCloseTo(timeMs, 6)
})

test('finds the first time that is not earlier', () => {
  const times = [1, 3, 3, 7]
  expect([0, 1, 2, 3, 4, 7, 8].map((timeMs) => indexAtOrAfter(times, timeMs))).toEqual([0, 0, 1, 1, 3, 3, 4])
})
