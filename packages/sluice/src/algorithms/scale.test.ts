import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EPOCH_MS, HORIZON_MS, lastScalableMs, MAX_EXACT, scaledTime, scaleRate } from './scale.ts'

test.each([
  [7, 1000, 7, 1000],
  [2500, 1000, 5, 2],
  [7, 60_000, 7, 60_000],
  [997, 3_600_000, 997, 3_600_000],
  [1000, 1000, 1, 1],
  [1, 31_556_952_000, 1, 31_556_952_000],
  [60, 45, 4, 3],
])('%i every %i ms is %i parts a millisecond, of %i a unit', (amount, periodMs, perMs, unit) => {
  expect(scaleRate(amount, periodMs)).toEqual({ perMs, unit })
})

test('a rate is in lowest terms and keeps its value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (amount, periodMs) => {
      const { perMs, unit } = scaleRate(amount, periodMs)
      expect(BigInt(perMs) * BigInt(periodMs)).toBe(BigInt(amount) * BigInt(unit))
      for (const prime of [2, 3, 5, 7, 11, 13]) expect(perMs % prime === 0 && unit % prime === 0).toBe(false)
    }),
  )
})

test('scaled times count from the middle of the span that is decided', () => {
  expect(new Date(EPOCH_MS).toISOString()).toBe('2020-01-01T00:00:00.000Z')
  expect(new Date(HORIZON_MS).toISOString()).toBe('2070-01-01T00:00:00.000Z')
  expect(scaledTime(EPOCH_MS + 3, 7)).toBe(21)
  expect(scaledTime(0, 5000)).toBe(-7_889_184_000_000_000)
})

test('the last time that can be scaled is the last one that leaves enough room', () => {
  for (const [perMs, ahead] of [
    [7, 1_000_000],
    [5708, 12_345],
  ] as const) {
    const lastMs = lastScalableMs(perMs, ahead)
    expect(scaledTime(lastMs, perMs) + ahead).toBeLessThanOrEqual(MAX_EXACT)
    expect(scaledTime(lastMs + 1, perMs) + ahead).toBeGreaterThan(MAX_EXACT)
  }
  expect(lastScalableMs(1, 0)).toBe(MAX_EXACT)
})
