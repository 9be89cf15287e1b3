/** What reading a log adds up to: each request is kept until it is handed on, each line that is none is counted by its reason. */
import { RequestColumns } from './request-columns.ts'
import { shownText } from './text.ts'

/** Lines left out for one reason. */
export interface UnmatchedLines {
  count: number
  /** Number of the first such line, from 1. */
  readonly firstLine: number
  /** That line, cut to 200 characters, control characters written out. */
  readonly firstText: string
}

/** What was counted in some lines. */
export interface LineCounts {
  readonly lines: number
  readonly matched: number
  /** The finest unit that a stamp was written in; Infinity without a request. */
  readonly resolutionMs: number
  /** Lines that are Combined Log Format, less those that are only Common. */
  readonly combinedLead: number
  /** Lines that hold no request, by reason, in the order of the first of each. */
  readonly unmatched: ReadonlyMap<string, Readonly<UnmatchedLines>>
}

/** Counts lines and requests; formats report to it. */
export class LogTally implements LineCounts {
  /** Lines seen so far, the current one included. */
  lines = 0
  matched = 0
  /** The finest unit that a stamp was written in. */
  resolutionMs: number = Infinity
  /** Lines that are Combined Log Format, less those that are only Common. */
  combinedLead = 0
  readonly unmatched: Map<string, UnmatchedLines> = new Map()
  /** The requests that have not been handed on. */
  readonly requests: RequestColumns = new RequestColumns()

  /** Requests and lines left out so far. */
  get reported(): number {
    let reported = this.matched
    for (const { count } of this.unmatched.values()) reported += count
    return reported
  }

  /** A request was read. `resolutionMs` is the unit its stamp was written in. */
  request(timeMs: number, resolutionMs: number, client: number, cost: number): void {
    this.matched++
    if (resolutionMs < this.resolutionMs) this.resolutionMs = resolutionMs
    this.requests.add(timeMs, client, cost)
  }

  /** The line at `bytes[start..end)` holds no request. `line` is its number if it is not the current one. */
  leaveOut(reason: string, bytes: Uint8Array, start: number, end: number, line: number = this.lines): void {
    const why = isBlank(bytes, start, end) ? 'blank line' : reason
    const known = this.unmatched.get(why)
    if (known) known.count++
    else this.unmatched.set(why, { count: 1, firstLine: line, firstText: shownText(bytes, start, end) })
  }

  /** Adds what was counted apart, of lines below these; its requests are handed on as they are. */
  add({ lines, matched, resolutionMs, combinedLead, unmatched }: LineCounts): void {
    for (const [reason, { count, firstLine, firstText }] of unmatched) {
      const known = this.unmatched.get(reason)
      if (known) known.count += count
      else this.unmatched.set(reason, { count, firstLine: this.lines + firstLine, firstText })
    }
    this.lines += lines
    this.matched += matched
    this.resolutionMs = Math.min(this.resolutionMs, resolutionMs)
    this.combinedLead += combinedLead
  }

  /** What was counted, in a form that can be cloned. */
  counts(): LineCounts {
    const { lines, matched, resolutionMs, combinedLead } = this
    return { lines, matched, resolutionMs, combinedLead, unmatched: new Map(this.unmatched) }
  }

  /** Counts from nothing again. */
  restart(): void {
    this.lines = 0
    this.matched = 0
    this.resolutionMs = Infinity
    this.combinedLead = 0
    this.unmatched.clear()
    this.requests.clear()
  }
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 32 && bytes[at] !== 9) return false
  return true
}
