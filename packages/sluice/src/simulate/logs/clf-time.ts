/**
 * The time of a Common Log Format line: `[10/Oct/2000:13:55:36 -0700]`. A zone may be missing (then it is UTC) and
 * decimals may follow the seconds, as in HAProxy. nginx can write `[2023-10-10T13:55:36+02:00]` (`$time_iso8601`) or
 * `[1696938936.123]` (`$msec`) in the same place.
 *
 * Lines of one log share their date and zone, so these are compared with those of the line before and worked out only
 * when they change.
 */
import { digitsAt } from './digits.ts'
import { readEpochTime } from './epoch-time.ts'
import { readDecimals, readIsoTime, readZone } from './iso-time.ts'
import { dayMs, Stamp } from './stamp.ts'

const CLOSING_BRACKET = 93
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

/** Reads times in brackets. The time read last is in `stamp`. */
export class ClfTime {
  readonly stamp: Stamp = new Stamp()
  /** The bytes `10/O`, `ct/2`, `000:`, `-070` and `0` of the date and zone that `#baseMs` belongs to. */
  #date1 = 0
  #date2 = 0
  #date3 = 0
  #zone1 = 0
  #zone2 = 0
  /** Midnight of that date in that zone. */
  #baseMs = 0

  /** Reads the time whose `[` is at `at`. Gives the index after its `]`, or -1 if it cannot be read. */
  read(bytes: Uint8Array, at: number, end: number): number {
    if (at + 28 <= end && bytes[at + 27] === CLOSING_BRACKET && bytes[at + 21] === 32) {
      if (this.#isDateKept(bytes, at) || this.#keepDate(bytes, at)) {
        if (this.#readTimeOfDay(bytes, at)) return at + 28
      }
    }
    const after = this.readBare(bytes, at + 1, end)
    return after >= 0 && after < end && bytes[after] === CLOSING_BRACKET ? after + 1 : -1
  }

  /** Reads the usual 28 characters if their date and zone are those of the line before; else false, nothing read. */
  readSameDate(bytes: Uint8Array, view: DataView, at: number): boolean {
    return (
      view.getInt32(at + 1, true) === this.#date1 &&
      view.getInt32(at + 5, true) === this.#date2 &&
      view.getInt32(at + 9, true) === this.#date3 &&
      view.getInt32(at + 22, true) === this.#zone1 &&
      bytes[at + 26] === this.#zone2 &&
      bytes[at + 27] === CLOSING_BRACKET &&
      bytes[at + 21] === 32 &&
      this.#readTimeOfDay(bytes, at)
    )
  }

  #isDateKept(bytes: Uint8Array, at: number): boolean {
    return (
      fourBytes(bytes, at + 1) === this.#date1 &&
      fourBytes(bytes, at + 5) === this.#date2 &&
      fourBytes(bytes, at + 9) === this.#date3 &&
      fourBytes(bytes, at + 22) === this.#zone1 &&
      bytes[at + 26] === this.#zone2
    )
  }

  #readTimeOfDay(bytes: Uint8Array, at: number): boolean {
    const hour = twoDigits(bytes[at + 13]!, bytes[at + 14]!)
    const minute = twoDigits(bytes[at + 16]!, bytes[at + 17]!)
    const second = twoDigits(bytes[at + 19]!, bytes[at + 20]!)
    if (hour > 23 || minute > 59 || second > 60 || bytes[at + 15] !== 58 || bytes[at + 18] !== 58)
      return false
    this.stamp.ms = this.#baseMs + ((hour * 60 + minute) * 60 + second) * 1000
    this.stamp.resolutionMs = 1000
    return true
  }

  #keepDate(bytes: Uint8Array, at: number): boolean {
    const midnight = readClfDate(bytes, at + 1, at + 13)
    this.stamp.ms = midnight
    if (Number.isNaN(midnight) || readZone(bytes, at + 21, at + 27, this.stamp) !== at + 27) return false
    this.#baseMs = this.stamp.ms
    this.#date1 = fourBytes(bytes, at + 1)
    this.#date2 = fourBytes(bytes, at + 5)
    this.#date3 = fourBytes(bytes, at + 9)
    this.#zone1 = fourBytes(bytes, at + 22)
    this.#zone2 = bytes[at + 26]!
    return true
  }

  /** Reads a time without brackets, written in any of these ways. Gives the index after it, or -1. */
  readBare(bytes: Uint8Array, at: number, end: number): number {
    const stamp = this.stamp
    const midnight = readClfDate(bytes, at, end)
    if (Number.isNaN(midnight)) {
      const afterIso = readIsoTime(bytes, at, end, stamp)
      return afterIso >= 0 ? afterIso : readEpochTime(bytes, at, end, stamp)
    }
    const hour = digitsAt(bytes, at + 12, end, 2)
    const minute = digitsAt(bytes, at + 15, end, 2)
    const second = digitsAt(bytes, at + 18, end, 2)
    const outside = hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60
    if (outside || bytes[at + 14] !== 58 || bytes[at + 17] !== 58) return -1
    stamp.ms = midnight + ((hour * 60 + minute) * 60 + second) * 1000
    stamp.resolutionMs = 1000
    return readZone(bytes, readDecimals(bytes, at + 20, end, stamp), end, stamp)
  }
}

/** Midnight UTC of the date `10/Oct/2000:` at `at`, or NaN. */
function readClfDate(bytes: Uint8Array, at: number, end: number): number {
  if (at + 12 > end || bytes[at + 2] !== 47 || bytes[at + 6] !== 47 || bytes[at + 11] !== 58)
    return Number.NaN
  const month = MONTHS.indexOf(
    String.fromCharCode(bytes[at + 3]! | 32, bytes[at + 4]! | 32, bytes[at + 5]! | 32),
  )
  const year = digitsAt(bytes, at + 7, end, 4)
  if (month < 0 || month % 3 !== 0 || year < 0) return Number.NaN
  return dayMs(year, month / 3 + 1, digitsAt(bytes, at, end, 2))
}

/** Four bytes as one number, the first the lowest. */
function fourBytes(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

/** The number of two digits, or more than 99 if one of them is no digit. */
function twoDigits(tens: number, ones: number): number {
  const high = (tens - 48) >>> 0
  const low = (ones - 48) >>> 0
  return high > 9 || low > 9 ? 100 : high * 10 + low
}
