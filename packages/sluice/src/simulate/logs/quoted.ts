/** The end of a quoted field in which `\` escapes the next character. */

const QUOTE = 34
const BACKSLASH = 92

/**
 * The index after the quote that closes the field whose text begins at `at`, or -1 if none does before `end`.
 *
 * `indexOf` of a byte array searches many bytes at once, which no loop over single bytes can match; whether the quote
 * it finds is escaped shows in the backslashes right before it.
 */
export function afterQuoted(bytes: Uint8Array, at: number, end: number): number {
  let quote = bytes.indexOf(QUOTE, at)
  while (quote >= 0 && quote < end) {
    if (bytes[quote - 1] !== BACKSLASH || !isEscaped(bytes, at, quote)) return quote + 1
    quote = bytes.indexOf(QUOTE, quote + 1)
  }
  return -1
}

function isEscaped(bytes: Uint8Array, at: number, quote: number): boolean {
  let before = quote
  while (before > at && bytes[before - 1] === BACKSLASH) before--
  return (quote - before) % 2 === 1
}
