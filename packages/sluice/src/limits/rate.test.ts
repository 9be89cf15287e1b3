import { describe, expect, test } from 'vitest'
import { parseRate } from './rate.ts'

test.each([
  ['5/s', 5, 1000],
  ['100/min', 100, 60_000],
  ['7/15m', 7, 900_000],
  ['1/ms', 1, 1],
  ['997/h', 997, 3_600_000],
  ['2500/1s', 2500, 1000],
  ['1/2w', 1, 1_209_600_000],
  ['9007199254740991/s', Number.MAX_SAFE_INTEGER, 1000],
])('%s is %i every %i ms', (text, amount, periodMs) => {
  expect(parseRate('rate', text)).toEqual({ amount, periodMs })
})

test('a rate of numbers is taken as it is', () => {
  expect(parseRate('rate', { amount: 7, periodMs: 60_000 })).toEqual({ amount: 7, periodMs: 60_000 })
})

describe('what is no rate throws', () => {
  test.each([
    '',
    '5',
    '5/',
    '/s',
    '5/0s',
    '0/s',
    '-1/s',
    '1.5/s',
    '1e3/s',
    ' 5/s',
    '5/s ',
    '5 /s',
    '5/ s',
    '5/S',

    '5/s/s',
    '5/sec',
    '5/1',
    '5/15',
    '5/1.5s',
    '5s',
    '9007199254740992/s',
    '99999999999999999/s',
    '5/year',
    '５/s',
    '5/9007199254740992ms',
    'x5/s',
    '5/x1s',
    5,
    0,
    NaN,
    null,
    undefined,
    true,
    10n,
  ])('%s', (value) => {
    expect(() => parseRate('rate', value)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_RATE', field: 'rate', value }),
    )
  })

  test('and the message names the field, what was found and what would be accepted', () => {
    expect(() => parseRate('rate', '5/sec')).toThrow(
      'rate must be text such as "5/s", "100/min" or "7/15m", with whole numbers of at least 1, or { amount, periodMs }; ' +
        'found "5/sec".',
    )
  })
})

describe('the members of a rate of numbers', () => {
  const bad = [0, -0, -1, 1.5, NaN, Infinity, 2 ** 53, '10', null, undefined]

  test.each(bad)('amount: %s throws', (amount) => {
    expect(() => parseRate('rate', { amount, periodMs: 1000 })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'rate.amount', value: amount }),
    )
  })

  test.each(bad)('periodMs: %s throws', (periodMs) => {
    expect(() => parseRate('rate', { amount: 5, periodMs })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'rate.periodMs', value: periodMs }),
    )
  })

  test('another name throws', () => {
    expect(() => parseRate('rate', { amount: 5, periodMs: 1000, period: 1 })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'rate.period', value: 1 }),
    )
  })

  test('an array is no rate of numbers', () => {
    expect(() => parseRate('rate', [5, 1000])).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'rate' }),
    )
  })
})
