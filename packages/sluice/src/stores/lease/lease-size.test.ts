import { expect, test } from 'vitest'
import { LeaseSize } from './lease-size.ts'

test('doubles while leases are used up within a quarter of the ttl, and then stays', () => {
  const size = new LeaseSize(2, 100, 1000)
  const sizes = [249, 249, 249, 250, 999].map((passedMs) => {
    size.usedUp(passedMs, 0)
    return size.wanted(1)
  })
  expect(sizes).toEqual([4, 8, 16, 16, 16])
})

test('grows to what was asked for at once, but never above the most', () => {
  const size = new LeaseSize(2, 100, 1000)
  size.usedUp(0, 70)
  expect(size.wanted(1)).toBe(70)
  size.usedUp(0, 500)
  expect(size.wanted(1)).toBe(100)
})

test('shrinks to what was used, and asks for no less than the request needs', () => {
  const size = new LeaseSize(64, 100, 1000)
  size.ended(10)
  expect(size.wanted(1)).toBe(10)
  expect(size.wanted(30)).toBe(30)
  size.ended(0)
  expect(size.wanted(1)).toBe(1)
})
