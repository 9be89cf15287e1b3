import { expect, test } from 'vitest'
import { perSecond } from './per-second.ts'

test('counts each second from its first millisecond to its last', () => {
  expect(perSecond([0, 1, 999, 1000, 1999, 2500, 3000], 0, 3)).toEqual([3, 2, 1])
  expect(perSecond([499, 500, 1499, 1500, 2500], 500, 2)).toEqual([2, 1])
  expect(perSecond([], 0, 2)).toEqual([0, 0])
  expect(perSecond([1], 0, 0)).toEqual([])
})

test('refuses a start or a number of seconds that is not whole', () => {
  expect(() => perSecond([], 0.5, 1)).toThrow(expect.objectContaining({ field: 'fromMs' }))
  expect(() => perSecond([], 0, -1)).toThrow(expect.objectContaining({ field: 'seconds' }))
})
