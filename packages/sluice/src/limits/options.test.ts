import { describe, expect, test } from 'vitest'
import { checkCount, checkOptions, checkWord, shown } from './options.ts'

test.each([
  [10, '10'],
  ['10', '"10"'],
  [10n, '10n'],
  [-0, '-0'],
  [0, '0'],
  [NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [{ a: 1 }, 'an object'],
  [[1], 'an array'],
  [Math.max, 'a function'],
  [Symbol('x'), 'Symbol(x)'],
  ['say "hi"\n', String.raw`"say \"hi\"\n"`],
  ['k'.repeat(60), `"${'k'.repeat(60)}"`],
  ['k'.repeat(61), `"${'k'.repeat(57)}..."`],
])('%s is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text)
})

describe('options', () => {
  test('with known names, or with none, pass', () => {
    expect(() => checkOptions('gcra', { burst: 1, rate: '1/s' }, ['burst', 'rate'])).not.toThrow()
    expect(() => checkOptions('gcra', {}, ['burst', 'rate'])).not.toThrow()
  })

  test('with an unknown name throw, and say which names there are', () => {
    expect(() => checkOptions('gcra', { burst: 1, rates: '1/s' }, ['burst', 'rate'])).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'gcra.rates',
        value: '1/s',
        message: 'gcra has no option "rates"; it takes burst, rate.',
      }),
    )
  })

  test.each([null, undefined, 5, 'text', [], Math.max])('%s are no options', (value) => {
    expect(() => checkOptions('gcra', value, ['burst', 'rate'])).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_OPTION',
        field: 'gcra',
        value,
        message: `gcra takes an object with burst, rate; found ${shown(value)}.`,
      }),
    )
  })
})

describe('a count', () => {
  test.each([1, 2, Number.MAX_SAFE_INTEGER])('%i is one', (value) => {
    expect(checkCount('limit', value)).toBe(value)
  })

  test.each([0, -0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 53, '10', '', null, undefined, true, [5], 10n])(
    '%s is none',
    (value) => {
      expect(() => checkCount('limit', value)).toThrow(
        expect.objectContaining({
          code: 'ERR_INVALID_NUMBER',
          field: 'limit',
          value,
          message: `limit must be a whole number from 1 to 9007199254740991; found ${shown(value)}.`,
        }),
      )
    },
  )
})

test('a word is one of those that are named', () => {
  expect(checkWord('align', 'epoch', ['epoch', 'first-request'])).toBe('epoch')
  expect(() => checkWord('align', 'Epoch', ['epoch', 'first-request'])).toThrow(
    expect.objectContaining({
      code: 'ERR_INVALID_OPTION',
      field: 'align',
      value: 'Epoch',
      message: 'align must be "epoch" or "first-request"; found "Epoch".',
    }),
  )
})
