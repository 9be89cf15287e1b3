/** Lists in headers, read from the right: what stands there was written by the nearest proxy. */
import { trimmed } from '../header-input.ts'

/** The place of the last comma before `end`, or -1. */
export type CommaFinder = (text: string, end: number) => number

/** The last comma, wherever it stands. */
export const anyComma: CommaFinder = (text, end) => (end > 0 ? text.lastIndexOf(',', end - 1) : -1)

/**
 * The last comma outside quotes. Looking from the right, quotes are those of the nearest proxies, so that a quote left
 * open by a client further left hides nothing that they have written.
 */
export const unquotedComma: CommaFinder = (text, end) => {
  let quoted = false
  for (let at = end - 1; at >= 0; at--) {
    const character = text[at]
    if (character === '"' && !isEscaped(text, at)) quoted = !quoted
    else if (character === ',' && !quoted) return at
  }
  return -1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Each member of a list that may stand on several lines, from the last to the first. Empty ones come too. */
export function* membersFromRight(
  lines: readonly string[],
  commaBefore: CommaFinder,
): Generator<string, void, undefined> {
  for (const line of lines.toReversed()) {
    let end = line.length
    while (end >= 0) {
      const comma = commaBefore(line, end)
      yield trimmed(line.slice(comma + 1, end))
      end = comma
    }
  }
}
