import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinKey, keysOf } from './key.ts'

describe('keys', () => {
  test('one string is the key of every limit', () => {
    expect(keysOf('user:81', ['burst', 'month'])).toEqual(['user:81', 'user:81'])
    expect(keysOf('', ['burst'])).toEqual([''])
  })

  test('an object gives each limit its own, in the order of the limits', () => {
    expect(keysOf({ month: 'account', burst: '', other: 'unused' }, ['burst', 'month'])).toEqual([
      '',
      'account',
    ])
  })

  test('one that is missing throws and names its limit', () => {
    expect(() => keysOf({ burst: 'a' }, ['burst', 'month'])).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_KEY',
        field: 'keys.month',
        value: undefined,
        message: 'keys must hold a string for each limit; found undefined for "month".',
      }),
    )
  })

  test('one that is no string throws', () => {
    expect(() => keysOf({ burst: 7 }, ['burst'])).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_KEY', field: 'keys.burst', value: 7 }),
    )
  })

  test('one that only the prototype has is missing', () => {
    expect(() => keysOf(Object.create({ burst: 'inherited' }), ['burst'])).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_KEY', field: 'keys.burst' }),
    )
  })

  test.each([undefined, null, 5, NaN, true])('%s is no key', (value) => {
    expect(() => keysOf(value, ['burst'])).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_KEY',
        field: 'key',
        value,
        message: `key must be a string, or an object with a string for each limit; found ${value}.`,
      }),
    )
  })
})

test('no two different lists of parts join to one key', () => {
  const part = fc.string({ unit: fc.constantFrom('a', ':', '1', '0', '\u0000'), maxLength: 4 })
  const parts = fc.array(part, { maxLength: 4 })
  fc.assert(
    fc.property(parts, parts, (some, others) => {
      expect(joinKey(...some) === joinKey(...others)).toBe(JSON.stringify(some) === JSON.stringify(others))
    }),
    { numRuns: 2000 },
  )
})

test('parts are joined as documented, so that keys can be made elsewhere', () => {
  expect(joinKey('ab', 'c')).toBe('2:ab1:c')
  expect(joinKey()).toBe('')
})

test.each([undefined, null, 7, ['a']])('a part of %s throws', (part) => {
  expect(() => joinKey('account', part as never)).toThrow(
    expect.objectContaining({
      code: 'ERR_INVALID_KEY',
      field: 'parts[1]',
      value: part,
      message: expect.stringContaining('Every part of a key must be a string; found '),
    }),
  )
})
