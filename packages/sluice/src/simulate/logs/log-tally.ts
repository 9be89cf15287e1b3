/** What reading a log adds up to: each request is handed on, each line that is none is counted by its reason. */
import { shownText } from './text.ts'

/** Called once a request, in file order. */
export type RequestSink = (timeMs: number, client: number, cost: number) => void

/** Lines left out for one reason. */
export interface UnmatchedLines {
  count: number
  /** Number of the first such line, from 1. */
  readonly firstLine: number
  /** That line, cut to 200 characters, control characters written out. */
  readonly firstText: string
}

/** Counts lines and requests; formats report to it. */
export class LogTally {
  /** Lines seen so far, the current one included. */
  lines = 0
  matched = 0
  firstMs: number = Infinity
  lastMs: number = -Infinity
  /** Requests whose time is below the highest time so far. */
  earlier = 0
  /** The finest unit that a stamp was written in. */
  resolutionMs: number = Infinity
  readonly unmatched: Map<string, UnmatchedLines> = new Map()
  readonly #sink: RequestSink

  constructor(sink: RequestSink) {
    this.#sink = sink
  }

  /** A request was read. `resolutionMs` is the unit its stamp was written in. */
  request(timeMs: number, resolutionMs: number, client: number, cost: number): void {
    this.matched++
    if (timeMs < this.lastMs) this.earlier++
    else this.lastMs = timeMs
    if (timeMs < this.firstMs) this.firstMs = timeMs
    if (resolutionMs < this.resolutionMs) this.resolutionMs = resolutionMs
    this.#sink(timeMs, client, cost)
  }

  /** The line at `bytes[start..end)` holds no request. `line` is its number if it is not the current one. */
  leaveOut(reason: string, bytes: Uint8Array, start: number, end: number, line: number = this.lines): void {
    const why = isBlank(bytes, start, end) ? 'blank line' : reason
    const known = this.unmatched.get(why)
    if (known) known.count++
    else this.unmatched.set(why, { count: 1, firstLine: line, firstText: shownText(bytes, start, end) })
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 32 && bytes[at] !== 9) return false
  return true
}
