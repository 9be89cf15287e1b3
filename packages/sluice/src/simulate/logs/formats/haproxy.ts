/**
 * HAProxy's HTTP log, alone or inside syslog lines. The time is the one at which the request was accepted, in the
 * server's zone, which the line does not say; it is read as UTC.
 *
 *     192.0.2.1:53332 [25/Feb/2019:16:19:48.143] front back/server 0/0/7/1457/1487 200 11394 - - ---- ... "GET / HTTP/1.1"
 */
import { clientBeforePort } from '../client-address.ts'
import { ClfTime } from '../clf-time.ts'
import { afterDigits } from '../digits.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'

const BLANK = 32
const QUOTE = 34
const SLASH = 47
const OPENING_BRACKET = 91
/** Timers of an HTTP line: request, queue, connect, response, total. A TCP line has three. */
const TIMERS = 5

export class HaproxyReader implements LineReader {
  readonly name = 'haproxy'
  readonly label: string = logFormatLabels.haproxy
  readonly #source: LogSource
  readonly #time: ClfTime = new ClfTime()

  constructor(source: LogSource) {
    this.#source = source
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const { tally, clients } = this.#source
    const open = timeBracket(bytes, start, end)
    const afterTime = open < 0 ? -1 : this.#time.read(bytes, open, end)
    if (afterTime < 0) return tally.leaveOut('not an access record', bytes, start, end)
    const reason = restFault(bytes, afterTime, end)
    if (reason !== undefined) return tally.leaveOut(reason, bytes, start, end)
    let client = open - 1
    while (client > start && bytes[client - 1] !== BLANK) client--
    const { ms, resolutionMs } = this.#time.stamp
    tally.request(ms, resolutionMs, clientBeforePort(clients, bytes, client, open - 1), 1)
  }

  end(): void {}
}

/** The first ` [` that a date such as `25/` follows, with a client before it, or -1. */
function timeBracket(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 2; at + 3 < end; at++) {
    if (bytes[at] !== OPENING_BRACKET || bytes[at - 1] !== BLANK || bytes[at - 2] === BLANK) continue
    if (afterDigits(bytes, at + 1, end) === at + 3 && bytes[at + 3] === SLASH) return at
  }
  return -1
}

/** Why what follows the time is not right, if it is not: names, five timers, a status, ..., and the request in quotes. */
function restFault(bytes: Uint8Array, afterTime: number, end: number): string | undefined {
  const backend = afterField(bytes, afterField(bytes, afterTime, end), end)
  const timers = backend + 1
  const afterTimers = afterField(bytes, backend, end)
  if (afterTimers >= end || countSlashes(bytes, timers, afterTimers) !== TIMERS - 1)
    return 'not an access record'
  const status = bytes[afterTimers + 1] === 45 ? afterTimers + 2 : afterTimers + 1
  const afterStatus = afterDigits(bytes, status, end)
  if (afterStatus === status || bytes[afterStatus] !== BLANK) return 'the status cannot be read'
  let quotes = 0
  for (let at = afterStatus; at < end; at++) if (bytes[at] === QUOTE) quotes++
  if (quotes === 0) return 'no quoted request'
  return quotes % 2 === 0 ? undefined : 'a quote is not closed'
}

/** The index after the field that follows the blank at `at`. */
function afterField(bytes: Uint8Array, at: number, end: number): number {
  let index = at + 1
  while (index < end && bytes[index] !== BLANK) index++
  return index
}

function countSlashes(bytes: Uint8Array, start: number, end: number): number {
  let slashes = 0
  for (let at = start; at < end; at++) if (bytes[at] === SLASH) slashes++
  return slashes
}
