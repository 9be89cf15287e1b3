/**
 * Calendar windows: days, ISO weeks (from Monday), months and years as they pass in one time zone, through clock
 * changes and short months.
 *
 * A day starts at the first instant that carries its date or a later one, so a day whose midnight a clock change
 * skips starts when it first exists, and one whose midnight comes twice starts at the first. A window ends where the
 * next one starts, so together they cover all time once.
 */
import type { WindowBounds } from './fixed-window.ts'

export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** A year before the end of the times that `Date` knows, 8.64e15 ms after 1970. */
export const LAST_CALENDAR_MS = 8_608_464_000_000_000

/** A date of the calendar, as a number of days from 1970-01-01. */
type DayNumber = number

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Local time is at most this far from UTC, also where a zone has changed sides of the date line. */
const FARTHEST_OFFSET_MS = 26 * HOUR_MS

/** Finds the window that holds an instant. Throws a `RangeError` if the runtime does not know the time zone. */
export function calendarWindows(unit: CalendarUnit, timeZone: string): (nowMs: number) => WindowBounds {
  const dayOf = localDays(timeZone)
  let last: WindowBounds = { startMs: 0, endMs: 0 }
  return (nowMs) => {
    if (nowMs < last.startMs || nowMs >= last.endMs) last = windowAround(unit, dayOf, nowMs)
    return last
  }
}

function windowAround(unit: CalendarUnit, dayOf: (nowMs: number) => DayNumber, nowMs: number): WindowBounds {
  const first = firstDay(unit, dayOf(nowMs))
  const next = nextFirstDay(unit, first)
  const endMs = startOfDay(dayOf, next)
  // Where a clock change repeats a stretch around midnight, an instant may carry a date whose day is over already.
  if (nowMs >= endMs) return { startMs: endMs, endMs: startOfDay(dayOf, nextFirstDay(unit, next)) }
  return { startMs: startOfDay(dayOf, first), endMs }
}

function firstDay(unit: CalendarUnit, day: DayNumber): DayNumber {
  const date = new Date(day * DAY_MS)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return day - ((date.getUTCDay() + 6) % 7)
    case 'month':
      return dayNumber(date.getUTCFullYear(), date.getUTCMonth(), 1)
    case 'year':
      return dayNumber(date.getUTCFullYear(), 0, 1)
  }
}

function nextFirstDay(unit: CalendarUnit, first: DayNumber): DayNumber {
  const date = new Date(first * DAY_MS)
  switch (unit) {
    case 'day':
      return first + 1
    case 'week':
      return first + 7
    case 'month':
      return dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    case 'year':
      return dayNumber(date.getUTCFullYear() + 1, 0, 1)
  }
}

function dayNumber(year: number, monthIndex: number, day: number): DayNumber {
  return Date.UTC(year, monthIndex, day) / DAY_MS
}

/** The first instant whose local date is `day` or later. */
function startOfDay(dayOf: (nowMs: number) => DayNumber, day: DayNumber): number {
  const isThere = (nowMs: number): boolean => dayOf(nowMs) >= day
  const found = firstWhere(isThere, day * DAY_MS - FARTHEST_OFFSET_MS, day * DAY_MS + FARTHEST_OFFSET_MS)
  return firstPass(isThere, found)
}

function firstWhere(holds: (ms: number) => boolean, fromMs: number, toMs: number): number {
  let low = fromMs
  let high = toMs
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Clocks set back just after midnight pass it twice; changes fall on whole minutes and take at most a few hours. */
function firstPass(holds: (ms: number) => boolean, foundMs: number): number {
  for (let ms = foundMs - 3 * HOUR_MS; ms < foundMs; ms += MINUTE_MS) {
    if (holds(ms)) return firstWhere(holds, ms - MINUTE_MS, ms)
  }
  return foundMs
}

function localDays(timeZone: string): (nowMs: number) => DayNumber {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (nowMs) => {
    const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, Number(value)]))
    return dayNumber(parts.get('year') ?? NaN, (parts.get('month') ?? NaN) - 1, parts.get('day') ?? NaN)
  }
}
