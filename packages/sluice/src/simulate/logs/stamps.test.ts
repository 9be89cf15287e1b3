import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AnyTime } from './any-time.ts'
import { ClfTime } from './clf-time.ts'
import { dayMs } from './stamp.ts'

const encoder = new TextEncoder()

/** The time in milliseconds, or undefined if it cannot be read. */
function anyTime(text: string): number | undefined {
  const bytes = encoder.encode(text)
  const time = new AnyTime()
  return time.read(bytes, 0, bytes.length) ? time.stamp.ms : undefined
}

test('midnight of every day is what the calendar of the platform says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, day) => {
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, day)
        const exists =
          date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        expect(dayMs(year, month, day)).toBe(exists ? date.getTime() : Number.NaN)
      },
    ),
  )
})

test.each([
  ['2023-10-10T13:55:36+02:00', '2023-10-10T11:55:36.000Z'],
  ['2023-10-10 13:55:36.1239999', '2023-10-10T13:55:36.123Z'],
  ['2023-10-10T13:55:36,5-0330', '2023-10-10T17:25:36.500Z'],
  ['2023-10-10t13:55z', '2023-10-10T13:55:00.000Z'],
  ['2023/10/10 13:55:36', '2023-10-10T13:55:36.000Z'],
  [' 2023-10-10 13:55:36 +0100 ', '2023-10-10T12:55:36.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ['[10/Oct/2000:13:55:36 -0700]', '2000-10-10T20:55:36.000Z'],
  ['10/Oct/2000:13:55:36', '2000-10-10T13:55:36.000Z'],
  ['[25/Feb/2019:16:19:48.143]', '2019-02-25T16:19:48.143Z'],
  ['[2023-10-10T13:55:36+02:00]', '2023-10-10T11:55:36.000Z'],
  ['[1696938936.123]', '2023-10-10T11:55:36.123Z'],
  ['1696938936', '2023-10-10T11:55:36.000Z'],
  ['1696938936123', '2023-10-10T11:55:36.123Z'],
  ['1696938936123999', '2023-10-10T11:55:36.123Z'],
  ['1696938936123999999', '2023-10-10T11:55:36.123Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(anyTime(text) ?? Number.NaN).toISOString()).toBe(expected)
})

test.each([
  '',
  'yesterday',
  '2023-02-29T00:00:00Z',
  '2023-13-01T00:00:00Z',
  '2023-10-10T24:00:00Z',
  '2023-10-10T13:60:00Z',
  '2023-10-10T13:55:61Z',
  '2023-10-10',
  '2023-10-10T13:55:36+2',
  '2023-10-10T13:55:36Zx',
  '[31/Feb/2000:13:55:36 -0700]',
  '[10/Okt/2000:13:55:36 -0700]',
  '[10/Oct/2000:25:55:36 -0700]',
  '[10/Oct/2000:13:55:36 -0700',
  '-5',
  '1e9',
  '1696938936.1x',
  '9'.repeat(40),
])('%s is no time', (text) => {
  expect(anyTime(text)).toBeUndefined()
})

test('a stamp is read the same whatever stamp was read before', () => {
  const stamp = fc.tuple(
    fc.constantFrom('10/Oct/2000', '11/Oct/2000', '10/Oct/2001', '31/Feb/2000'),
    fc.constantFrom('-0700', '+0700', '-0701', '+0730'),
  )
  fc.assert(
    fc.property(fc.array(stamp, { minLength: 2, maxLength: 6 }), (stamps) => {
      const kept = new ClfTime()
      for (const [date, zone] of stamps) {
        const bytes = encoder.encode(`[${date}:13:55:36 ${zone}]`)
        const fresh = new ClfTime()
        const after = kept.read(bytes, 0, bytes.length)
        expect(after).toBe(fresh.read(bytes, 0, bytes.length))
        expect(after > 0 ? kept.stamp : undefined).toEqual(after > 0 ? fresh.stamp : undefined)
      }
    }),
  )
})
