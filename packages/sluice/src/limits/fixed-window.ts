import { calendarWindows, LAST_CALENDAR_MS, type CalendarUnit } from '../algorithms/fixed-window/calendar.ts'
import {
  alignedWindowRule,
  calendarWindowRule,
  firstRequestWindowRule,
  fixedWindowAlgorithm,
  type FixedWindowRule,
  type FixedWindowState,
} from '../algorithms/fixed-window/fixed-window.ts'
import { MAX_EXACT } from '../algorithms/scale.ts'
import { SluiceError } from '../errors.ts'
import { parseDuration, type Duration } from './duration.ts'
import { limitOf, type Limit } from './limit.ts'
import { checkCount, checkOptions, checkWord, shown } from './options.ts'

export interface FixedWindowOptions {
  /** Units in each window. A whole number of at least 1. */
  readonly limit: number
  /** The length of a window, such as `'15m'`, or a part of the calendar. Weeks start on Monday (ISO 8601). */
  readonly window: Duration | CalendarUnit
  /**
   * Where windows of equal length start: at multiples of it from the Unix epoch (`'epoch'`, the default), or at a
   * key's first request. Not for calendar windows.
   */
  readonly align?: 'epoch' | 'first-request'
  /** The IANA time zone of a calendar window, such as `'Europe/Berlin'`. Default `'UTC'`. */
  readonly timeZone?: string
}

const calendarUnits: readonly CalendarUnit[] = ['day', 'week', 'month', 'year']

/**
 * Counts the units of the current window and starts again with the next one. For quotas over long windows: around an
 * edge up to 2 * limit can pass within a moment. Keeps two numbers a key.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`, `ERR_INVALID_DURATION`, `ERR_INVALID_TIME_ZONE`, `ERR_INVALID_OPTION`,
 *   `ERR_NUMBER_TOO_LARGE`
 * @example
 * fixedWindow({ limit: 1_000_000, window: 'month', timeZone: 'UTC' })
 */
export function fixedWindow(options: FixedWindowOptions): Limit<FixedWindowRule, FixedWindowState> {
  checkOptions('fixedWindow', options, ['limit', 'window', 'align', 'timeZone'])
  const limit = checkCount('limit', options.limit)
  const unit = calendarUnits.find((name) => name === options.window)
  return unit === undefined ? ofEqualLength(limit, options) : ofCalendar(limit, unit, options)
}

function ofEqualLength(limit: number, options: FixedWindowOptions): Limit<FixedWindowRule, FixedWindowState> {
  const windowMs = parseDuration('window', options.window, calendarUnits)
  if (options.timeZone !== undefined)
    throw doesNotGoWith('timeZone', options.timeZone, 'a window of equal length')
  const align =
    options.align === undefined ? 'epoch' : checkWord('align', options.align, ['epoch', 'first-request'])
  const rule =
    align === 'epoch' ? alignedWindowRule(limit, windowMs) : firstRequestWindowRule(limit, windowMs)
  return limitOf({
    algorithm: fixedWindowAlgorithm,
    rule,
    lastMs: MAX_EXACT - windowMs,
    field: 'window',
    summary: `${limit} in windows of ${windowMs} ms from ${align === 'epoch' ? 'the epoch' : 'the first request'}`,
    remedy: 'take a shorter window',
  })
}

function ofCalendar(
  limit: number,
  unit: CalendarUnit,
  options: FixedWindowOptions,
): Limit<FixedWindowRule, FixedWindowState> {
  if (options.align !== undefined) throw doesNotGoWith('align', options.align, 'a calendar window')
  const rule = calendarWindowRule(limit, windowsIn(unit, options.timeZone))
  return limitOf({
    algorithm: fixedWindowAlgorithm,
    rule,
    lastMs: LAST_CALENDAR_MS,
    field: 'window',
    summary: `${limit} a ${unit} of the calendar in ${options.timeZone ?? 'UTC'}`,
    remedy: 'take a window of equal length',
  })
}

function windowsIn(unit: CalendarUnit, timeZone: unknown = 'UTC'): ReturnType<typeof calendarWindows> {
  try {
    if (typeof timeZone === 'string') return calendarWindows(unit, timeZone)
  } catch {
    // The runtime's own message does not say which option is at fault.
  }
  throw new SluiceError(
    'ERR_INVALID_TIME_ZONE',
    `timeZone must be an IANA name such as "UTC" or "Europe/Berlin"; found ${shown(timeZone)}.`,
    { field: 'timeZone', value: timeZone },
  )
}

function doesNotGoWith(field: string, value: unknown, what: string): SluiceError {
  return new SluiceError('ERR_INVALID_OPTION', `${field} does not go with ${what}; found ${shown(value)}.`, {
    field,
    value,
  })
}
