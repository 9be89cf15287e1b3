import { expect, test } from 'vitest'
import { amountText, timeText } from './amount-text.ts'

test('numbers are grouped', () => {
  expect([0, 7, 1234, 1_000_000].map(amountText)).toEqual(['0', '7', '1,234', '1,000,000'])
})

test('times are in the largest unit that needs no more than two decimals', () => {
  const times = [0, 1, 400, 997, 1000, 1500, 1234, 90_000, 3_600_000, 5_400_000, 86_400_000]
  expect(times.map(timeText)).toEqual([
    '0 ms',
    '1 ms',
    '400 ms',
    '997 ms',
    '1 s',
    '1.5 s',
    '1,234 ms',
    '1.5 min',
    '1 h',
    '1.5 h',
    '1 d',
  ])
})
