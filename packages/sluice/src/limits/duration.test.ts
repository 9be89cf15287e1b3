import { describe, expect, test } from 'vitest'
import { durationTextMs, parseDuration, unitMs } from './duration.ts'

test.each([
  ['1ms', 1],
  ['250ms', 250],
  ['1s', 1000],
  ['15m', 900_000],
  ['15min', 900_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['007s', 7000],
  ['9007199254740991ms', Number.MAX_SAFE_INTEGER],
  [1, 1],
  [86_400_000, 86_400_000],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
])('%j is %i ms', (text, ms) => {
  expect(parseDuration('window', text)).toBe(ms)
})

describe('what is no duration throws', () => {
  test.each([
    '',
    '1',
    'm',
    '1 minutes',
    '1 m',
    ' 1m',
    '1m ',
    '-1m',
    '+1m',
    '1.5s',
    '1e3ms',
    '1M',
    '1mo',
    '1y',
    'day',
    '0s',
    '0ms',
    '9007199254740992ms',
    '99999999999999999ms',
    '9007199254741s',
    '１s',
    0,
    -0,
    -1,
    1.5,
    NaN,
    Infinity,
    -Infinity,
    2 ** 53,
    null,
    undefined,
    true,
    {},
    [],
    10n,
    [5],
  ])('%s', (value) => {
    expect(() => parseDuration('window', value)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_DURATION', field: 'window', value }),
    )
  })

  test('and the message names the field, what was found and what would be accepted', () => {
    expect(() => parseDuration('window', '1 minutes')).toThrow(
      'window must be a whole number of milliseconds from 1 to 9007199254740991, or a whole number and a unit ' +
        '(ms, s, m, min, h, d, w) such as "15m"; found "1 minutes".',
    )
  })
})

test('text that is no duration is no number', () => {
  expect(durationTextMs('15 m')).toBeNaN()
  expect(durationTextMs('15q')).toBeNaN()
  expect(durationTextMs('x15m')).toBeNaN()
  expect(durationTextMs('15m/')).toBeNaN()
  expect(unitMs('toString')).toBeNaN()
})
