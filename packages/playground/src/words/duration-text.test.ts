import { expect, test } from 'vitest'
import { clockText } from './clock-text.ts'
import { durationText } from './duration-text.ts'

test('a duration is in the largest unit that it fills', () => {
  expect([250, 1000, 1500, 60_000, 5_400_000, 172_800_000].map(durationText)).toEqual([
    '250 ms',
    '1 s',
    '1.5 s',
    '1 min',
    '1.5 h',
    '2 d',
  ])
})

test('a clock counts from the start, and tells the time of a log', () => {
  expect(clockText(1239, 0)).toBe('1.23 s')
  expect(clockText(65_000, 0)).toBe('1:05 min')
  expect(clockText(7_776_000, 0)).toBe('2:09:36 h')
  expect(clockText(Date.UTC(2019, 0, 22, 0, 28, 52), 0)).toBe('2019-01-22 00:28:52 UTC')
})
