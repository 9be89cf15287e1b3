import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseShare, unitsOfShare } from './share.ts'

describe('a share as a number', () => {
  test.each([
    [1, 1, 1],
    [0.5, 1, 2],
    [0.29, 29, 100],
    [1 / 3, 1, 3],
    [2 / 7, 2, 7],
    [1 / 997, 1, 997],
    [0.1 + 0.2, 300_000, 1_000_000],
    [Math.PI / 4, 785_398, 1_000_000],
    [1 / 4_000_000, 1, 4_000_000],
    [Number.MIN_VALUE, 1, Number.MAX_SAFE_INTEGER],
  ])('%s is %i of %i', (value, parts, of) => {
    expect(parseShare('localShare', value)).toEqual({ parts, of })
  })

  test.each([0, -0.5, 1.0001, NaN, Infinity, '0.5', null, undefined])('%s is none', (value) => {
    expect(() => parseShare('localShare', value)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'localShare', value }),
    )
  })
})

test('the units of a share are those of exact fractions, rounded down', () => {
  const shares = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }))
      .map(([a, b]) => ({ parts: Math.min(a, b), of: Math.max(a, b) })),
    fc.maxSafeNat().map((of) => ({ parts: 1, of: Math.max(1, of) })),
  )
  fc.assert(
    fc.property(fc.maxSafeNat(), shares, (units, share) => {
      const exact = (BigInt(units) * BigInt(share.parts)) / BigInt(share.of)
      expect(BigInt(unitsOfShare(units, share))).toBe(exact)
    }),
  )
})
