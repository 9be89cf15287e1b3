import { describe, expect, test } from 'vitest'
import type { Decision } from '../algorithms/transition.ts'
import { whileBlocked } from './blocked.ts'

const foreseen: Decision = {
  allowed: true,
  limit: 10,
  remaining: 6,
  retryAfterMs: 0,
  resetAfterMs: 400,
  replenishAfterMs: 100,
  delayMs: 30,
  never: false,
}

describe('while a key is blocked', () => {
  test('nothing passes and nothing remains until the block ends', () => {
    expect(whileBlocked(foreseen, 250, 1)).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      retryAfterMs: 250,
      resetAfterMs: 400,
      replenishAfterMs: 250,
      delayMs: 0,
      never: false,
    })
  })

  test('the limit’s own waits hold where they are longer', () => {
    const empty = { ...foreseen, allowed: false, remaining: 0, retryAfterMs: 900, replenishAfterMs: 800 }
    expect(whileBlocked(empty, 250, 5)).toMatchObject({
      retryAfterMs: 900,
      replenishAfterMs: 800,
      resetAfterMs: 400,
    })
    expect(whileBlocked(empty, 850, 5)).toMatchObject({
      retryAfterMs: 900,
      replenishAfterMs: 850,
      resetAfterMs: 850,
    })
  })

  test('what remained comes back with the end of the block, however long the next unit takes', () => {
    const slow = { ...foreseen, replenishAfterMs: 9000 }
    expect(whileBlocked(slow, 250, 1).replenishAfterMs).toBe(250)
  })

  test('a cost of 0 still passes', () => {
    expect(whileBlocked(foreseen, 250, 0)).toMatchObject({ allowed: true, retryAfterMs: 0, remaining: 0 })
  })

  test('what never passes still never does', () => {
    const never = { ...foreseen, allowed: false, retryAfterMs: Infinity, never: true }
    expect(whileBlocked(never, 250, 50)).toMatchObject({
      allowed: false,
      retryAfterMs: Infinity,
      never: true,
    })
  })
})
