/**
 * The quick way through a Common or Combined line as nearly all are: no identity, no user, the date of the line before,
 * nothing escaped, every later field in quotes. It looks at four bytes at a time and finds the line's end on its way.
 * It accepts nothing that the careful way refuses, and leaves every other line to it.
 */
import type { ClfTime } from '../clf-time.ts'
import { afterDigits } from '../digits.ts'
import { NameScan } from '../name-hash.ts'
import { bitsBelow } from '../words.ts'

/** The bytes ` - -`. */
const NO_IDENTITY_NO_USER = 0x2d202d20

/** Without these two bits a quote (0x22) and a line feed (0x0a) are alike: 0x02. So are 0x02 and `*`. */
const ALIKE = 0xd7d7d7d7 | 0
const QUOTE_OR_LINE_FEED = 0x02020202
const ONES = 0x01010101
const HIGH_BITS = 0x80808080 | 0

const LF = 10
const CR = 13
const BLANK = 32
const QUOTE = 34
const DASH = 45
const BACKSLASH = 92
const OPENING_BRACKET = 91

export class ClfUsualLine {
  readonly host: NameScan = new NameScan()
  /** Quoted fields after the size. */
  quotedFields = 0
  readonly #time: ClfTime

  /** The time of a line is left in `time`. */
  constructor(time: ClfTime) {
    this.#time = time
  }

  /** Reads the line at `start`. Gives where the next one begins, or -1 if this line is not usual. */
  read(bytes: Uint8Array, view: DataView, start: number, limit: number, seed: number): number {
    const host = this.host
    if (!host.scan(view, start, limit, seed) || host.end === start) return -1
    const open = host.end + 5
    // Time, request, status and size take more than 36 bytes.
    if (open + 36 > limit || view.getInt32(host.end, true) !== NO_IDENTITY_NO_USER) return -1
    if (bytes[open - 1] !== BLANK || bytes[open] !== OPENING_BRACKET) return -1
    if (
      !this.#time.readSameDate(bytes, view, open) ||
      bytes[open + 28] !== BLANK ||
      bytes[open + 29] !== QUOTE
    )
      return -1
    const afterRequest = closingQuote(bytes, view, open + 30, limit) + 1
    if (afterRequest === 0) return -1
    const afterStatus = afterNumber(bytes, afterRequest, limit)
    const afterSize = afterStatus < 0 ? -1 : afterNumber(bytes, afterStatus, limit)
    return afterSize < 0 ? -1 : this.#afterFields(bytes, view, afterSize, limit)
  }

  #afterFields(bytes: Uint8Array, view: DataView, afterSize: number, limit: number): number {
    let fields = 0
    let at = afterSize
    while (bytes[at] === BLANK && bytes[at + 1] === QUOTE) {
      at = closingQuote(bytes, view, at + 2, limit) + 1
      if (at === 0) return -1
      fields++
    }
    this.quotedFields = fields
    if (bytes[at] === LF) return at + 1
    return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : -1
  }
}

/** Where the next quote in this line stands, or -1 if there is none or it may be escaped. */
function closingQuote(bytes: Uint8Array, view: DataView, at: number, limit: number): number {
  const last = limit - 8
  let index = at
  // This loop runs over most of a log, so finding a byte is written out, and takes eight bytes a turn.
  while (index <= last) {
    const first = (view.getInt32(index, true) & ALIKE) ^ QUOTE_OR_LINE_FEED
    const second = (view.getInt32(index + 4, true) & ALIKE) ^ QUOTE_OR_LINE_FEED
    const firstMarks = (first - ONES) & ~first & HIGH_BITS
    const secondMarks = (second - ONES) & ~second & HIGH_BITS
    if ((firstMarks | secondMarks) === 0) {
      index += 8
      continue
    }
    index += firstMarks === 0 ? 4 + (bitsBelow(secondMarks) >> 3) : bitsBelow(firstMarks) >> 3
    const found = bytes[index]
    if (found === QUOTE) return bytes[index - 1] === BACKSLASH ? -1 : index
    if (found === LF) return -1
    index++
  }
  return -1
}

/** The index after ` 200` or ` -`, or -1. */
function afterNumber(bytes: Uint8Array, at: number, limit: number): number {
  if (bytes[at] !== BLANK) return -1
  const after = bytes[at + 1] === DASH ? at + 2 : afterDigits(bytes, at + 1, limit)
  return after > at + 1 ? after : -1
}
