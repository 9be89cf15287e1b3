/** Fields of a CSV or TSV record (RFC 4180), found in place. */
import type { ClientNumbers } from './client-table.ts'
import { clientAt } from './client-address.ts'
import { decodeText } from './text.ts'

const QUOTE = 34
/** Fields after these are counted, but where they are is not kept. */
const KEPT_FIELDS = 1024

/** `split` gives this instead of a count if a quoted field goes on after the end. */
export const QUOTE_NOT_CLOSED = -1
/** `split` gives this if something stands between a closing quote and the next separator. */
export const TEXT_AFTER_QUOTE = -2

/** Splits records; where the fields of the last one begin and end, without their quotes, is in `starts` and `ends`. */
export class DelimitedFields {
  readonly starts: Int32Array = new Int32Array(KEPT_FIELDS)
  readonly ends: Int32Array = new Int32Array(KEPT_FIELDS)
  /** 1 for a field in which a quote is written twice. */
  readonly #doubled: Uint8Array = new Uint8Array(KEPT_FIELDS)
  readonly #separator: number

  constructor(separator: number) {
    this.#separator = separator
  }

  /** Gives the number of fields, `QUOTE_NOT_CLOSED` or `TEXT_AFTER_QUOTE`. */
  split(bytes: Uint8Array, start: number, end: number): number {
    const separator = this.#separator
    let count = 0
    for (let at = start; at <= end; at++, count++) {
      const kept = count < KEPT_FIELDS ? count : KEPT_FIELDS - 1
      if (at < end && bytes[at] === QUOTE) {
        const after = this.#quoted(bytes, at + 1, end, kept)
        if (after < 0) return QUOTE_NOT_CLOSED
        if (after < end && bytes[after] !== separator) return TEXT_AFTER_QUOTE
        at = after
      } else {
        this.starts[kept] = at
        while (at < end && bytes[at] !== separator) at++
        this.ends[kept] = at
        this.#doubled[kept] = 0
      }
    }
    return count
  }

  /** Whether a record still has an open quote after these bytes, if it had one before them. */
  staysOpen(bytes: Uint8Array, start: number, end: number): boolean {
    let isQuoted = true
    let isFieldStart = false
    for (let at = start; at < end; at++) {
      const isQuote = bytes[at] === QUOTE
      if (isQuoted) {
        if (isQuote && bytes[at + 1] === QUOTE && at + 1 < end) at++
        else if (isQuote) isQuoted = false
      } else {
        isQuoted = isQuote && isFieldStart
        isFieldStart = bytes[at] === this.#separator
      }
    }
    return isQuoted
  }

  /** The text of a field of the record split last. */
  text(bytes: Uint8Array, field: number): string {
    const text = decodeText(bytes, this.starts[field]!, this.ends[field]!)
    return this.#doubled[field] === 1 ? text.replaceAll('""', '"') : text
  }

  /** The client that a field of the record split last names. */
  client(bytes: Uint8Array, field: number, clients: ClientNumbers): number {
    if (this.#doubled[field] === 1) return clients.indexOfText(this.text(bytes, field))
    return clientAt(clients, bytes, this.starts[field]!, this.ends[field]!)
  }

  /** The index after the closing quote of the field whose text begins at `at`, or -1. */
  #quoted(bytes: Uint8Array, at: number, end: number, kept: number): number {
    this.#doubled[kept] = 0
    this.starts[kept] = at
    for (let index = at; index < end; index++) {
      if (bytes[index] !== QUOTE) continue
      if (index + 1 >= end || bytes[index + 1] !== QUOTE) {
        this.ends[kept] = index
        return index + 1
      }
      this.#doubled[kept] = 1
      index++
    }
    return -1
  }
}
