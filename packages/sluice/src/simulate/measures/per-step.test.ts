import { expect, test } from 'vitest'
import { perStep } from './per-step.ts'

test('counts each step from its first millisecond to its last', () => {
  expect(perStep([0, 1, 9, 10, 29, 30], 0, 10, 3)).toEqual([3, 1, 1])
  expect(perStep([60_000, 119_999, 120_000], 60_000, 60_000, 2)).toEqual([2, 1])
  expect(perStep([4, 5], 5, 1, 2)).toEqual([1, 0])
})

test('refuses a step that is no whole number of milliseconds', () => {
  expect(() => perStep([], 0, 0, 1)).toThrow(expect.objectContaining({ field: 'stepMs' }))
  expect(() => perStep([], 0, 1.5, 1)).toThrow(expect.objectContaining({ field: 'stepMs' }))
  expect(() => perStep([], 0, 1, -1)).toThrow(expect.objectContaining({ field: 'steps' }))
})
