import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHttpDate } from './http-date.ts'

const now = Date.UTC(2026, 10, 30)

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
  ['Mon Nov 16 08:49:37 2026', '2026-11-16T08:49:37Z'],
  ['Wednesday, 01-Jan-76 00:00:00 GMT', '2076-01-01T00:00:00Z'],
  ['Saturday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
  ['Thu, 29 Feb 2024 12:00:00 GMT', '2024-02-29T12:00:00Z'],
])('%j is %s', (text, time) => {
  expect(parseHttpDate(text, now)).toBe(Date.parse(time))
})

test.each([
  '',
  'sun, 06 nov 1994 08:49:37 gmt',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 UTC',
  'Sun, 06 Nov 1994 08:49:37 +0000',
  'Sun, 06 Nov 94 08:49:37 GMT',
  'Sun, 30 Feb 2025 08:49:37 GMT',
  'Sun, 00 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 0094 08:49:37 GMT',
  'Sun, 06 Nov 1994 24:00:00 GMT',
  'Sun, 06 Nov 1994 08:60:00 GMT',
  'Sun, 06 Nov 1994 08:49:61 GMT',
  'Sunday, 06 Nov 1994 08:49:37 GMT',
  '1994-11-06T08:49:37Z',
  '784111777',
])('%j is none', (text) => {
  expect(parseHttpDate(text, now)).toBeUndefined()
})

test('what the runtime writes is read as the same second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 250e9 }), (second) => {
      expect(parseHttpDate(new Date(second * 1000).toUTCString(), now)).toBe(second * 1000)
    }),
  )
})
