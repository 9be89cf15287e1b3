/** A cost as logs write it. */
import { afterDigits } from './digits.ts'

/** The whole number >= 0 at `bytes[start..end)`, such as `3` or `200.0`, or -1 if it is none or 2^53 or more. */
export function readWholeNumber(bytes: Uint8Array, start: number, end: number): number {
  const wholeEnd = afterDigits(bytes, start, end)
  if (wholeEnd === start) return -1
  for (let at = wholeEnd + 1; at < end; at++) if (bytes[at] !== 48) return -1
  if (wholeEnd < end && (bytes[wholeEnd] !== 46 || wholeEnd + 1 === end)) return -1
  let value = 0
  for (let at = start; at < wholeEnd; at++) value = value * 10 + bytes[at]! - 48
  return Number.isSafeInteger(value) ? value : -1
}
