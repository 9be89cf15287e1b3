import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarWindows, type CalendarUnit } from './calendar.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function windowAt(unit: CalendarUnit, timeZone: string, at: string): [string, string] {
  const { startMs, endMs } = calendarWindows(unit, timeZone)(Date.parse(at))
  return [text(startMs), text(endMs)]
}

function text(ms: number): string {
  return new Date(ms).toISOString().replace(':00.000Z', 'Z')
}

describe('in UTC', () => {
  test.each<[CalendarUnit, string, string, string]>([
    ['day', '2026-11-30T12:00:00Z', '2026-11-30T00:00Z', '2026-12-01T00:00Z'],
    ['day', '2026-11-30T00:00:00Z', '2026-11-30T00:00Z', '2026-12-01T00:00Z'],
    ['day', '2026-11-30T23:59:59.999Z', '2026-11-30T00:00Z', '2026-12-01T00:00Z'],
    ['day', '1970-01-01T00:00:00Z', '1970-01-01T00:00Z', '1970-01-02T00:00Z'],
    ['week', '2026-11-30T00:00:00Z', '2026-11-30T00:00Z', '2026-12-07T00:00Z'],
    ['week', '2026-11-29T23:59:59.999Z', '2026-11-23T00:00Z', '2026-11-30T00:00Z'],
    ['week', '2027-01-01T00:00:00Z', '2026-12-28T00:00Z', '2027-01-04T00:00Z'],
    ['week', '1970-01-01T00:00:00Z', '1969-12-29T00:00Z', '1970-01-05T00:00Z'],
    ['month', '2026-11-30T12:00:00Z', '2026-11-01T00:00Z', '2026-12-01T00:00Z'],
    ['month', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00Z', '2027-01-01T00:00Z'],
    ['month', '2027-02-10T00:00:00Z', '2027-02-01T00:00Z', '2027-03-01T00:00Z'],
    ['month', '2028-02-29T12:00:00Z', '2028-02-01T00:00Z', '2028-03-01T00:00Z'],
    ['month', '2000-02-29T12:00:00Z', '2000-02-01T00:00Z', '2000-03-01T00:00Z'],
    ['year', '2027-12-31T23:59:59.999Z', '2027-01-01T00:00Z', '2028-01-01T00:00Z'],
    ['year', '2028-01-01T00:00:00Z', '2028-01-01T00:00Z', '2029-01-01T00:00Z'],
    ['year', '1970-06-01T00:00:00Z', '1970-01-01T00:00Z', '1971-01-01T00:00Z'],
  ])('the %s of %s', (unit, at, start, end) => {
    expect(windowAt(unit, 'UTC', at)).toEqual([start, end])
  })
})

describe('through changes of the clock', () => {
  test.each<[string, CalendarUnit, string, string, string, string]>([
    [
      'spring forward: 23 hours',
      'day',
      'Europe/Berlin',
      '2026-03-29T12:00:00Z',
      '2026-03-28T23:00Z',
      '2026-03-29T22:00Z',
    ],
    [
      'fall back: 25 hours',
      'day',
      'Europe/Berlin',
      '2026-10-25T12:00:00Z',
      '2026-10-24T22:00Z',
      '2026-10-25T23:00Z',
    ],
    [
      'a month with both ends in different offsets',
      'month',
      'Europe/Berlin',
      '2026-03-10T00:00:00Z',
      '2026-02-28T23:00Z',
      '2026-03-31T22:00Z',
    ],
    [
      'a week with a change',
      'week',
      'America/New_York',
      '2026-03-08T12:00:00Z',
      '2026-03-02T05:00Z',
      '2026-03-09T04:00Z',
    ],
    ['a year', 'year', 'America/New_York', '2026-07-01T00:00:00Z', '2026-01-01T05:00Z', '2027-01-01T05:00Z'],
    [
      'a quarter-hour zone',
      'day',
      'Asia/Kathmandu',
      '2026-11-30T12:00:00Z',
      '2026-11-29T18:15Z',
      '2026-11-30T18:15Z',
    ],
    [
      'half an hour of summer time',
      'day',
      'Australia/Lord_Howe',
      '2026-04-05T00:00:00Z',
      '2026-04-04T13:00Z',
      '2026-04-05T13:30Z',
    ],
    [
      'a midnight that was skipped: the day starts at 01:00',
      'day',
      'America/Sao_Paulo',
      '2018-11-04T12:00:00Z',
      '2018-11-04T03:00Z',
      '2018-11-05T02:00Z',
    ],
    [
      'and the day before it has 24 hours',
      'day',
      'America/Sao_Paulo',
      '2018-11-03T12:00:00Z',
      '2018-11-03T03:00Z',
      '2018-11-04T03:00Z',
    ],
    [
      'a midnight set back to 23:00: the day comes once',
      'day',
      'America/Sao_Paulo',
      '2018-02-17T12:00:00Z',
      '2018-02-17T02:00Z',
      '2018-02-18T03:00Z',
    ],
    [
      'a midnight that came twice: the day starts at the first',
      'day',
      'America/St_Johns',
      '2006-10-29T12:00:00Z',
      '2006-10-29T02:30Z',
      '2006-10-30T03:30Z',
    ],
    [
      'and the day before it ends there',
      'day',
      'America/St_Johns',
      '2006-10-28T12:00:00Z',
      '2006-10-28T02:30Z',
      '2006-10-29T02:30Z',
    ],
    [
      'also seen from the hour that was repeated',
      'day',
      'America/St_Johns',
      '2006-10-29T03:00:00Z',
      '2006-10-29T02:30Z',
      '2006-10-30T03:30Z',
    ],
    [
      'two hours of summer time, set back at 00:01',
      'day',
      'America/St_Johns',
      '1988-10-30T03:00:00Z',
      '1988-10-30T01:30Z',
      '1988-10-31T03:30Z',
    ],
    [
      'a spring change at 00:01',
      'day',
      'America/St_Johns',
      '2006-04-02T12:00:00Z',
      '2006-04-02T03:30Z',
      '2006-04-03T02:30Z',
    ],
    [
      'the day before one that never was',
      'day',
      'Pacific/Apia',
      '2011-12-30T09:00:00Z',
      '2011-12-29T10:00Z',
      '2011-12-30T10:00Z',
    ],
    [
      'and the day after it',
      'day',
      'Pacific/Apia',
      '2011-12-30T11:00:00Z',
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ],
    [
      'the month that lost a day',
      'month',
      'Pacific/Apia',
      '2011-12-15T00:00:00Z',
      '2011-12-01T10:00Z',
      '2011-12-31T10:00Z',
    ],
    [
      'the year that lost its last day',
      'year',
      'Pacific/Kiritimati',
      '1994-06-01T00:00:00Z',
      '1994-01-01T10:00Z',
      '1994-12-31T10:00Z',
    ],
  ])('%s', (_, unit, timeZone, at, start, end) => {
    expect(windowAt(unit, timeZone, at)).toEqual([start, end])
  })
})

describe('in every time zone that the runtime knows', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const units = fc.constantFrom<CalendarUnit>('day', 'week', 'month', 'year')
  const longest: Record<CalendarUnit, number> = { day: 1, week: 7, month: 31, year: 366 }
  const times = fc.integer({ min: 0, max: Date.UTC(2060, 0) })

  test('windows follow each other with no gap and no overlap, and last as long as their unit', () => {
    fc.assert(
      fc.property(units, zones, times, (unit, timeZone, fromMs) => {
        const at = calendarWindows(unit, timeZone)
        let { startMs, endMs } = at(fromMs)
        expect(startMs).toBeLessThanOrEqual(fromMs)
        expect(endMs).toBeGreaterThan(fromMs)
        for (let window = 0; window < 3; window++) {
          expect(at(endMs - 1)).toEqual({ startMs, endMs })
          expect(at(startMs)).toEqual({ startMs, endMs })
          const next = at(endMs)
          expect(next.startMs).toBe(endMs)
          expect(next.endMs - next.startMs).toBeGreaterThan(0)
          expect(next.endMs - next.startMs).toBeLessThanOrEqual(longest[unit] * DAY_MS + 3 * HOUR_MS)
          ;({ startMs, endMs } = next)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a window is the same from wherever in it one asks', () => {
    fc.assert(
      fc.property(
        units,
        zones,
        times,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (unit, timeZone, fromMs, part) => {
          const { startMs, endMs } = calendarWindows(unit, timeZone)(fromMs)
          const insideMs = startMs + Math.floor(part * (endMs - 1 - startMs))
          expect(calendarWindows(unit, timeZone)(insideMs)).toEqual({ startMs, endMs })
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('a time zone that the runtime does not know throws its RangeError', () => {
  expect(() => calendarWindows('day', 'Mars/Olympus')).toThrow(RangeError)
})
