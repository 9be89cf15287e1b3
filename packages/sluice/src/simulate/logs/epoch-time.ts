/**
 * Times as a number since 1970. The unit follows from the size of the whole part: below 10^11 it is seconds (until
 * the year 5138), below 10^14 milliseconds, below 10^17 microseconds, else nanoseconds. Decimals may follow. The
 * number is taken digit by digit, so 19 digits are as exact as 10, and what is finer than a millisecond is cut.
 */
import { afterDigits, decimalsMs } from './digits.ts'
import type { Stamp } from './stamp.ts'

/** Nanoseconds have 19 digits until the year 2286. */
const MOST_DIGITS = 20

/** Reads a number at `at`. Gives the index after it, or -1 if there is none. */
export function readEpochTime(bytes: Uint8Array, at: number, end: number, stamp: Stamp): number {
  const wholeEnd = afterDigits(bytes, at, end)
  const count = wholeEnd - at
  if (count === 0 || count > MOST_DIGITS) return -1
  const decimalsEnd =
    wholeEnd < end && bytes[wholeEnd] === 46 ? afterDigits(bytes, wholeEnd + 1, end) : wholeEnd
  if (count <= 11) {
    stamp.ms = whole(bytes, at, wholeEnd) * 1000
    stamp.resolutionMs = 1000
    if (decimalsEnd > wholeEnd + 1) {
      stamp.ms += decimalsMs(bytes, wholeEnd + 1, decimalsEnd)
      stamp.resolutionMs = 1
    }
    return decimalsEnd
  }
  stamp.ms = whole(bytes, at, wholeEnd - (count <= 14 ? 0 : count <= 17 ? 3 : 6))
  stamp.resolutionMs = 1
  return decimalsEnd
}

function whole(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let index = start; index < end; index++) value = value * 10 + bytes[index]! - 48
  return value
}
