/**
 * Cuts chunks into lines. Lines end at LF; a CR before it is dropped; a last line without LF counts. A line inside one
 * chunk is handed on where it stands; one that spans chunks is gathered in a buffer that grows as needed.
 */
import { grown } from './client-table.ts'
import type { LogTally } from './log-tally.ts'

/** Longer lines are not kept. */
export const LONGEST_LINE_BYTES: number = 16 * 1024 * 1024

/** What lines are handed to; the bytes change after the call. */
export interface LineSink {
  line(bytes: Uint8Array, start: number, end: number): void
  /**
   * Takes many lines at once and counts them: `bytes[start..end)` ends with LF. For formats that gain from seeing
   * more than a line; without it each line is given to `line`.
   */
  lines?(bytes: Uint8Array, start: number, end: number): void
}

const LF = 10
const CR = 13

export class LineSplitter {
  readonly #sink: LineSink
  readonly #tally: LogTally
  #carry: Uint8Array = new Uint8Array(4096)
  #carried = 0
  #skipping = false

  /** Lines are counted in `tally`, and those that are too long are left out there. */
  constructor(sink: LineSink, tally: LogTally) {
    this.#sink = sink
    this.#tally = tally
  }

  push(chunk: Uint8Array): void {
    let at = 0
    if (this.#carried > 0 || this.#skipping) {
      const lineEnd = chunk.indexOf(LF)
      this.#keep(chunk, 0, lineEnd < 0 ? chunk.length : lineEnd)
      if (lineEnd < 0) return
      this.#finishCarried()
      at = lineEnd + 1
    }
    const blockEnd = chunk.lastIndexOf(LF) + 1
    if (blockEnd > at) {
      this.#emitBlock(chunk, at, blockEnd)
      at = blockEnd
    }
    if (at < chunk.length) this.#keep(chunk, at, chunk.length)
  }

  end(): void {
    if (this.#carried > 0 || this.#skipping) this.#finishCarried()
  }

  #emitBlock(chunk: Uint8Array, start: number, end: number): void {
    if (this.#sink.lines && end - start <= LONGEST_LINE_BYTES) return this.#sink.lines(chunk, start, end)
    for (let at = start; at < end;) {
      const lineEnd = chunk.indexOf(LF, at)
      this.#emit(chunk, at, lineEnd)
      at = lineEnd + 1
    }
  }

  #emit(bytes: Uint8Array, start: number, lineEnd: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd
    if (end - start > LONGEST_LINE_BYTES) return this.#leaveOut(bytes, start, end)
    this.#tally.lines++
    this.#sink.line(bytes, start, end)
  }

  #finishCarried(): void {
    if (this.#skipping) this.#leaveOut(this.#carry, 0, this.#carried)
    else this.#emit(this.#carry, 0, this.#carried)
    this.#carried = 0
    this.#skipping = false
  }

  #leaveOut(bytes: Uint8Array, start: number, end: number): void {
    this.#tally.lines++
    this.#tally.leaveOut('longer than 16 MiB', bytes, start, end)
  }

  #keep(chunk: Uint8Array, start: number, end: number): void {
    if (this.#skipping) return
    const length = this.#carried + end - start
    // One more, for the CR that is not part of the line.
    if (length > LONGEST_LINE_BYTES + 1) {
      this.#skipping = true
      if (this.#carried === 0) this.#keepBeginning(chunk, start)
      return
    }
    if (length > this.#carry.length)
      this.#carry = grown(this.#carry, Math.max(length, this.#carry.length * 2))
    this.#carry.set(chunk.subarray(start, end), this.#carried)
    this.#carried = length
  }

  /** What a report shows of a line that is skipped. */
  #keepBeginning(chunk: Uint8Array, start: number): void {
    this.#carry.set(chunk.subarray(start, start + 1024), 0)
    this.#carried = Math.min(1024, chunk.length - start)
  }
}
