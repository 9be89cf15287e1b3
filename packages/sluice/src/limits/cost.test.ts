import { expect, test } from 'vitest'
import { checkCost } from './cost.ts'
import { shown } from './options.ts'

test.each([0, 1, 1000, Number.MAX_SAFE_INTEGER])('%i is a cost', (value) => {
  expect(checkCost(value)).toBe(value)
})

test.each([-1, 0.5, NaN, Infinity, 2 ** 53, '1', null, undefined, true, 1n, {}])('%s is no cost', (value) => {
  expect(() => checkCost(value)).toThrow(
    expect.objectContaining({
      code: 'ERR_INVALID_COST',
      field: 'cost',
      value,
      message: `cost must be a whole number from 0 to 9007199254740991; found ${shown(value)}.`,
    }),
  )
})
