/**
 * A CSV record that goes on in the next line, because a quote is open. If it is still open after 1 MiB or at the end
 * of the log, its first line is at fault, and the lines after it are read again on their own.
 */
import { grown } from './client-table.ts'

const LONGEST_RECORD_BYTES = 1024 * 1024
const LF = 10

/** What becomes of the lines; `line` is the number of the first line of the bytes. */
export interface RecordSink {
  /** Whether a quote that was open before these bytes is open after them. */
  staysOpen(bytes: Uint8Array, start: number, end: number): boolean
  /** A record whose quotes may be open again. */
  read(bytes: Uint8Array, start: number, end: number, line: number): void
  /** A line whose quote is never closed. */
  leaveOut(bytes: Uint8Array, start: number, end: number, line: number): void
}

export class OpenRecord {
  readonly #sink: RecordSink
  #bytes: Uint8Array = new Uint8Array(0)
  #length = 0
  #line = 0

  constructor(sink: RecordSink) {
    this.#sink = sink
  }

  get isOpen(): boolean {
    return this.#length > 0
  }

  /** The first line, in which a quote stays open. */
  begin(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.#line = line
    this.#append(bytes, start, end)
  }

  /** The next line. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#append(bytes, start, end)
    if (!this.#sink.staysOpen(bytes, start, end)) {
      const length = this.#length
      this.#length = 0
      this.#sink.read(this.#bytes, 0, length - 1, this.#line)
    } else if (this.#length > LONGEST_RECORD_BYTES) {
      this.#giveUp()
    }
  }

  /** There are no more lines. */
  end(): void {
    while (this.#length > 0) this.#giveUp()
  }

  #giveUp(): void {
    const bytes = this.#bytes
    const length = this.#length
    let line = this.#line
    this.#bytes = new Uint8Array(0)
    this.#length = 0
    let at = bytes.indexOf(LF) + 1
    this.#sink.leaveOut(bytes, 0, at - 1, line)
    while (at < length) {
      const lineEnd = bytes.indexOf(LF, at)
      line++
      if (this.#length > 0) this.add(bytes, at, lineEnd)
      else this.#sink.read(bytes, at, lineEnd, line)
      at = lineEnd + 1
    }
  }

  #append(bytes: Uint8Array, start: number, end: number): void {
    const length = this.#length + end - start + 1
    if (length > this.#bytes.length) this.#bytes = grown(this.#bytes, length * 2)
    this.#bytes.set(bytes.subarray(start, end), this.#length)
    this.#bytes[length - 1] = LF
    this.#length = length
  }
}
