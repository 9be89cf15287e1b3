/**
 * Common Log Format, Combined Log Format and what servers append to them (Apache httpd, nginx and many others):
 *
 *     192.0.2.1 - frank [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326 "referer" "agent" more fields
 *
 * The request field may hold anything, `-` or nothing; inside quotes `\` escapes the next character. A line must
 * follow the format to its end: a client, an identity and a user, the time, the quoted request, status and size, then
 * any number of fields whose quotes are closed.
 */
import { clientAt } from '../client-address.ts'
import { ClientTable } from '../client-table.ts'
import { ClfTime } from '../clf-time.ts'
import { afterContainerPrefix } from '../container-prefix.ts'
import { afterDigits } from '../digits.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'
import { afterQuoted } from '../quoted.ts'
import { ClfUsualLine } from './clf-usual-line.ts'
import { readProxyManagerLine } from './nginx-proxy-manager.ts'

const LF = 10
const CR = 13
const BLANK = 32
const QUOTE = 34
const DASH = 45
const OPENING_BRACKET = 91
const LETTER_S = 115

export class ClfReader implements LineReader {
  readonly #source: LogSource
  readonly #time: ClfTime = new ClfTime()
  readonly #usual: ClfUsualLine = new ClfUsualLine(this.#time)

  constructor(source: LogSource) {
    this.#source = source
  }

  get name(): 'common' | 'combined' {
    return this.#source.tally.combinedLead >= 0 ? 'combined' : 'common'
  }

  get label(): string {
    return logFormatLabels[this.name]
  }

  lines(bytes: Uint8Array, start: number, end: number): void {
    const { tally, clients } = this.#source
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // Only a table that knows the hash of the quick way can be asked with it.
    const table = clients instanceof ClientTable ? clients : undefined
    let at = start
    while (at < end) {
      tally.lines++
      const next = table === undefined ? -1 : this.#usual.read(bytes, view, at, end, table.seed)
      if (next >= 0) {
        this.#reportUsual(table!, bytes, at)
        at = next
      } else {
        const lineFeed = bytes.indexOf(LF, at)
        this.line(bytes, at, lineFeed > at && bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed)
        at = lineFeed + 1
      }
    }
  }

  #reportUsual(table: ClientTable, bytes: Uint8Array, start: number): void {
    const { host, quotedFields } = this.#usual
    const client = host.mayHoldColon
      ? clientAt(table, bytes, start, host.end)
      : table.indexOfHashed(bytes, start, host.end, host.hash)
    this.#countLead(quotedFields)
    this.#source.tally.request(this.#time.stamp.ms, 1000, client, 1)
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const hostEnd = afterToken(bytes, start, end)
    if (bytes[hostEnd + 1] === LETTER_S) {
      // The identity is hardly ever known; here it may be the `stdout` of a container log.
      const inner = afterContainerPrefix(bytes, start, end)
      if (inner > start) return this.line(bytes, inner, end)
    }
    const open = timeBracket(bytes, hostEnd, end)
    if (open >= end || bytes[open] !== OPENING_BRACKET || hostEnd === start) {
      return this.#leaveOutHead(bytes, start, end)
    }
    const afterTime = this.#time.read(bytes, open, end)
    if (afterTime < 0) return this.#leaveOut('the time cannot be read', bytes, start, end)
    const reason = this.#restFault(bytes, afterTime, end)
    if (reason !== undefined) return this.#leaveOut(reason, bytes, start, end)
    const { tally, clients } = this.#source
    tally.request(
      this.#time.stamp.ms,
      this.#time.stamp.resolutionMs,
      clientAt(clients, bytes, start, hostEnd),
      1,
    )
  }

  end(): void {}

  #leaveOut(reason: string, bytes: Uint8Array, start: number, end: number): void {
    this.#source.tally.leaveOut(reason, bytes, start, end)
  }

  /** The line does not begin with three fields and a time. */
  #leaveOutHead(bytes: Uint8Array, start: number, end: number): void {
    if (bytes[start] === OPENING_BRACKET && readProxyManagerLine(this.#source, this.#time, bytes, start, end))
      return
    const bracket = bytes.subarray(start, end).includes(OPENING_BRACKET)
    this.#leaveOut(
      bracket ? 'not exactly three fields before the time' : 'no time in brackets',
      bytes,
      start,
      end,
    )
  }

  /** Why what follows the time is not right, if it is not. */
  #restFault(bytes: Uint8Array, afterTime: number, end: number): string | undefined {
    if (bytes[afterTime] !== BLANK || bytes[afterTime + 1] !== QUOTE || afterTime + 1 >= end) {
      return 'no quoted request after the time'
    }
    const afterRequest = afterQuoted(bytes, afterTime + 2, end)
    if (afterRequest < 0) return 'a quote is not closed'
    const afterStatus = afterNumber(bytes, afterRequest, end)
    if (afterStatus < 0) return 'the status cannot be read'
    const afterSize = afterNumber(bytes, afterStatus, end)
    if (afterSize < 0) return 'the size cannot be read'
    return this.#fieldsFault(bytes, afterSize, end)
  }

  #fieldsFault(bytes: Uint8Array, afterSize: number, end: number): string | undefined {
    let quoted = 0
    let at = afterSize
    while (at < end) {
      // Here a field has ended: a blank must follow.
      if (bytes[at] !== BLANK) return 'text follows a closing quote'
      at++
      if (bytes[at] === QUOTE && at < end) {
        at = afterQuoted(bytes, at + 1, end)
        quoted++
      } else {
        at = afterPlain(bytes, at, end)
      }
      if (at < 0) return 'a quote is not closed'
    }
    this.#countLead(quoted)
    return undefined
  }

  /** Combined lines end with a referer and an agent in quotes. */
  #countLead(quotedFields: number): void {
    this.#source.tally.combinedLead += quotedFields >= 2 ? 1 : -1
  }
}

/** Where the time begins if two fields stand between it and the client, else past `end`. */
function timeBracket(bytes: Uint8Array, hostEnd: number, end: number): number {
  const usual = bytes[hostEnd + 1] === DASH && bytes[hostEnd + 2] === BLANK && bytes[hostEnd + 3] === DASH
  if (usual && bytes[hostEnd + 4] === BLANK) return hostEnd + 5
  return afterToken(bytes, afterToken(bytes, hostEnd + 1, end) + 1, end) + 1
}

/** The index of the blank that ends the field at `at`; `at` itself if the field is empty, else never before `end`. */
function afterToken(bytes: Uint8Array, at: number, end: number): number {
  let index = at
  while (index < end && bytes[index] !== BLANK) index++
  return index === at ? end : index
}

/** The index after ` 200` or ` -`, or -1. */
function afterNumber(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || bytes[at] !== BLANK) return -1
  const after = at + 1 < end && bytes[at + 1] === DASH ? at + 2 : afterDigits(bytes, at + 1, end)
  return after > at + 1 && (after === end || bytes[after] === BLANK) ? after : -1
}

/** The index after a field without quotes around it, which may hold some, as in `rt="0.003"`; -1 if they stay open. */
function afterPlain(bytes: Uint8Array, at: number, end: number): number {
  let index = at
  while (index >= 0 && index < end && bytes[index] !== BLANK) {
    index = bytes[index] === QUOTE ? afterQuoted(bytes, index + 1, end) : index + 1
  }
  return index
}
