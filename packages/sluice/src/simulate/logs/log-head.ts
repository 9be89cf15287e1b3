/** The beginning of a log, from which its format is known. */
import { SluiceError } from '../../errors.ts'

/** A log that is longer shows its format in so many bytes. */
export const HEAD_BYTES: number = 65_536

const LF = 10

/** The text without the mark of UTF-8. Throws `ERR_UNKNOWN_LOG_FORMAT` for UTF-16. */
export function withoutByteOrderMark(text: Uint8Array): Uint8Array {
  const [first, second, third] = text
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new SluiceError('ERR_UNKNOWN_LOG_FORMAT', 'the log is written in UTF-16; convert it to UTF-8 first')
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? text.subarray(3) : text
}

/** The first whole lines of the text, 64 KiB of them or at least one; all of a complete text that is shorter. */
export function beginning(text: Uint8Array, complete: boolean): Uint8Array {
  if (complete && text.length <= HEAD_BYTES) return text
  const firstLineEnd = text.indexOf(LF)
  if (firstLineEnd < 0) return text
  return text.subarray(0, Math.max(firstLineEnd, text.lastIndexOf(LF, HEAD_BYTES - 1)) + 1)
}
