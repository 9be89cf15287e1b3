import { describe, expect, test } from 'vitest'
import type { Decision } from '../algorithms/transition.ts'
import { combine } from './several.ts'

const passed: Decision = {
  allowed: true,
  limit: 10,
  remaining: 6,
  retryAfterMs: 0,
  resetAfterMs: 400,
  replenishAfterMs: 100,
  delayMs: 0,
  never: false,
}
const refused: Decision = { ...passed, allowed: false, remaining: 2, retryAfterMs: 300 }

describe('several decisions as one', () => {
  test('if all pass, the tightest tells limit and remaining, and the longest waits hold', () => {
    const tight = { ...passed, limit: 5, remaining: 3, resetAfterMs: 900, replenishAfterMs: 700, delayMs: 20 }
    const first = { ...passed, delayMs: 50 }
    expect(combine(['a', 'b'], [first, tight])).toEqual({
      allowed: true,
      limit: 5,
      remaining: 3,
      retryAfterMs: 0,
      resetAfterMs: 900,
      replenishAfterMs: 700,
      delayMs: 50,
      never: false,
      refusedBy: [],
      limits: { a: first, b: tight },
    })
  })

  test('those that refused are named in order, and the longest of their waits is the wait', () => {
    const longer = { ...refused, retryAfterMs: 800 }
    const waiting = { ...passed, retryAfterMs: 9999, delayMs: 70 }
    const whole = combine(['a', 'b', 'c'], [longer, waiting, refused])
    expect(whole).toMatchObject({
      allowed: false,
      refusedBy: ['a', 'c'],
      retryAfterMs: 800,
      delayMs: 0,
      never: false,
    })
  })

  test('if one can never pass, nothing helps', () => {
    const never = { ...refused, never: true, retryAfterMs: Infinity }
    expect(combine(['a', 'b'], [refused, never])).toMatchObject({ never: true, retryAfterMs: Infinity })
    expect(combine(['a', 'b'], [passed, never])).toMatchObject({ never: true, refusedBy: ['b'] })
  })

  test('more remains once every limit with the fewest units has gained one', () => {
    const slow = { ...passed, replenishAfterMs: 500 }
    const looser = { ...passed, remaining: 7, replenishAfterMs: 9000 }
    expect(combine(['a', 'b', 'c'], [passed, slow, looser]).replenishAfterMs).toBe(500)
  })

  test('if one with the fewest units is full, more never remains', () => {
    const full = { ...passed, limit: 6, replenishAfterMs: 0 }
    expect(combine(['a', 'b'], [passed, full]).replenishAfterMs).toBe(0)
  })

  test('a limit may have any name', () => {
    expect(Object.keys(combine(['__proto__'], [passed]).limits)).toEqual(['__proto__'])
  })
})
