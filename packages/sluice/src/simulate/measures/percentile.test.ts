import { expect, test } from 'vitest'
import { nearestRank, percentile } from './percentile.ts'

test('is always one of the values', () => {
  const five = [15, 20, 35, 40, 50]
  expect([0, 5, 20, 20.1, 30, 40, 50, 100].map((p) => percentile(five, p))).toEqual([
    15, 15, 15, 20, 20, 20, 35, 50,
  ])
  expect(percentile([7], 99)).toBe(7)
})

test('every whole percent of a hundred values is that value', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
  for (let p = 1; p <= 100; p++) expect(percentile(hundred, p)).toBe(p)
})

test('ranks are those of the share as written, for every share of up to three digits', () => {
  for (const total of [1, 7, 100, 1000, 81_978, 99_999_999]) {
    for (let thousandths = 1; thousandths <= 1000; thousandths++) {
      const exact = Number((BigInt(thousandths) * BigInt(total) + 999n) / 1000n)
      expect(nearestRank(thousandths / 1000, total)).toBe(exact)
    }
  }
})

test('refuses an empty list and a percent outside 0 to 100', () => {
  expect(() => percentile([], 50)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
  for (const percent of [-1, 100.1, NaN]) {
    expect(() => percentile([1], percent)).toThrow(expect.objectContaining({ field: 'percent' }))
  }
})
