/** Numbers read from digits, without a string. */

/** The number written by exactly `count` digits at `at`, or -1. */
export function digitsAt(bytes: Uint8Array, at: number, end: number, count: number): number {
  if (at + count > end) return -1
  let value = 0
  for (let index = at; index < at + count; index++) {
    const digit = bytes[index]! - 48
    if (digit >>> 0 > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** The index after the digits that begin at `at`. */
export function afterDigits(bytes: Uint8Array, at: number, end: number): number {
  let index = at
  while (index < end && (bytes[index]! - 48) >>> 0 <= 9) index++
  return index
}

/** The whole milliseconds in the decimals `bytes[start..end)` of a second: the first three digits, the rest is cut. */
export function decimalsMs(bytes: Uint8Array, start: number, end: number): number {
  let ms = 0
  for (let index = start; index < start + 3; index++) ms = ms * 10 + (index < end ? bytes[index]! - 48 : 0)
  return ms
}
