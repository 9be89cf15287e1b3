/**
 * Dates and times of ISO 8601 and RFC 3339: `2023-10-10T13:55:36.123+02:00`. The T may be a blank, a slash may stand
 * in the date, seconds, decimals (`.` or `,`) and the zone may be missing. No zone means UTC. Second 60, a leap
 * second, is the first of the next minute.
 */
import { afterDigits, decimalsMs, digitsAt } from './digits.ts'
import { dayMs, type Stamp } from './stamp.ts'

const COLON = 58
const DASH = 45
const PLUS = 43

/** Reads a date and time at `at`. Gives the index after it, or -1 if there is none. */
export function readIsoTime(bytes: Uint8Array, at: number, end: number, stamp: Stamp): number {
  const day = readIsoDate(bytes, at, end)
  if (Number.isNaN(day)) return -1
  const separator = bytes[at + 10]
  if (separator !== 84 && separator !== 116 && separator !== 32 && separator !== 95) return -1
  const afterTime = readTimeOfDay(bytes, at + 11, end, stamp)
  if (afterTime < 0) return -1
  stamp.ms += day
  return readZone(bytes, afterTime, end, stamp)
}

/** Midnight UTC of the date `YYYY-MM-DD` or `YYYY/MM/DD` at `at`, or NaN. */
export function readIsoDate(bytes: Uint8Array, at: number, end: number): number {
  const separator = bytes[at + 4]
  if ((separator !== DASH && separator !== 47) || bytes[at + 7] !== separator) return Number.NaN
  const year = digitsAt(bytes, at, end, 4)
  return year < 0 ? Number.NaN : dayMs(year, digitsAt(bytes, at + 5, end, 2), digitsAt(bytes, at + 8, end, 2))
}

/** Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.decimals` as milliseconds from midnight. Gives the index after it, or -1. */
export function readTimeOfDay(bytes: Uint8Array, at: number, end: number, stamp: Stamp): number {
  const hour = digitsAt(bytes, at, end, 2)
  const minute = digitsAt(bytes, at + 3, end, 2)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || bytes[at + 2] !== COLON) return -1
  stamp.ms = (hour * 60 + minute) * 60_000
  stamp.resolutionMs = 60_000
  if (at + 5 >= end || bytes[at + 5] !== COLON) return at + 5
  const second = digitsAt(bytes, at + 6, end, 2)
  if (second < 0 || second > 60) return -1
  stamp.ms += second * 1000
  stamp.resolutionMs = 1000
  return readDecimals(bytes, at + 8, end, stamp)
}

/** Adds the decimals of a second, if there are any at `at`. Gives the index after them. */
export function readDecimals(bytes: Uint8Array, at: number, end: number, stamp: Stamp): number {
  if (at >= end || (bytes[at] !== 46 && bytes[at] !== 44)) return at
  const after = afterDigits(bytes, at + 1, end)
  if (after === at + 1) return at
  stamp.ms += decimalsMs(bytes, at + 1, after)
  stamp.resolutionMs = 1
  return after
}

/** Applies `Z`, `+02`, `+0200` or `+02:00`, also after a blank. Gives the index after it, `at` if there is none, or -1. */
export function readZone(bytes: Uint8Array, at: number, end: number, stamp: Stamp): number {
  const begin = at < end && bytes[at] === 32 ? at + 1 : at
  if (begin >= end) return at
  const sign = bytes[begin]
  if (sign === 90 || sign === 122) return begin + 1
  if (sign !== PLUS && sign !== DASH) return at
  const hours = digitsAt(bytes, begin + 1, end, 2)
  if (hours < 0) return begin === at ? -1 : at
  const colon = begin + 3 < end && bytes[begin + 3] === COLON ? 1 : 0
  const minutes = digitsAt(bytes, begin + 3 + colon, end, 2)
  if (hours > 23 || minutes > 59 || (colon === 1 && minutes < 0)) return -1
  const offsetMs = (hours * 60 + Math.max(0, minutes)) * 60_000
  stamp.ms -= sign === DASH ? -offsetMs : offsetMs
  return minutes < 0 ? begin + 3 : begin + 5 + colon
}
