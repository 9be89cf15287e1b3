import { expect, test } from 'vitest'
import { busiestExcess } from './stretches.ts'

const passed = [
  { atMs: 0, cost: 1 },
  { atMs: 10, cost: 2 },
  { atMs: 10, cost: 2 },
  { atMs: 30, cost: 1 },
]

test('the excess is that of the worst stretch, whatever its length', () => {
  expect(busiestExcess(passed, () => 6)).toBe(0)
  expect(busiestExcess(passed, () => 5)).toBe(1)
  expect(busiestExcess(passed, (lengthMs) => (lengthMs === 0 ? 3 : 100))).toBe(1)
  expect(busiestExcess(passed, (lengthMs) => 1 + lengthMs / 5)).toBe(3)
})

test('nothing that passed exceeds nothing', () => {
  expect(busiestExcess([], () => 0)).toBe(-Infinity)
})
