/**
 * Access logs of an AWS Application Load Balancer: the type, the time, the balancer, `client:port`, `target:port`,
 * three durations, two status codes, two sizes, then the quoted request, the quoted agent and more. The time is the
 * one at which the answer was sent.
 */
import { clientBeforePort } from '../client-address.ts'
import { readIsoTime } from '../iso-time.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'
import { afterQuoted } from '../quoted.ts'
import { Stamp } from '../stamp.ts'

const BLANK = 32
const QUOTE = 34
/** Fields before the request. */
const PLAIN_FIELDS = 12
const CLIENT_FIELD = 3

export class AlbReader implements LineReader {
  readonly name = 'alb'
  readonly label: string = logFormatLabels.alb
  readonly #source: LogSource
  readonly #stamp: Stamp = new Stamp()

  constructor(source: LogSource) {
    this.#source = source
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const { tally, clients } = this.#source
    const time = afterField(bytes, start, end)
    const afterTime = afterField(bytes, time, end)
    let client = time
    let request = start
    for (let field = 0; field < PLAIN_FIELDS; field++) {
      if (field === CLIENT_FIELD) client = request
      request = afterField(bytes, request, end)
    }
    if (request >= end || bytes[request] !== QUOTE) {
      return tally.leaveOut('not the fields of a load balancer line', bytes, start, end)
    }
    if (readIsoTime(bytes, time, afterTime - 1, this.#stamp) !== afterTime - 1) {
      return tally.leaveOut('the time cannot be read', bytes, start, end)
    }
    if (!areQuotesClosed(bytes, request, end))
      return tally.leaveOut('a quote is not closed', bytes, start, end)
    const clientEnd = afterField(bytes, client, end) - 1
    tally.request(
      this.#stamp.ms,
      this.#stamp.resolutionMs,
      clientBeforePort(clients, bytes, client, clientEnd),
      1,
    )
  }

  end(): void {}
}

/** Where the field after the one at `at` begins; past `end` if that one is empty, quoted or the last. */
function afterField(bytes: Uint8Array, at: number, end: number): number {
  let index = at
  while (index < end && bytes[index] !== BLANK) {
    if (bytes[index] === QUOTE) return end + 1
    index++
  }
  return index === at || index >= end ? end + 1 : index + 1
}

function areQuotesClosed(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end) {
    if (bytes[at] !== QUOTE) {
      at++
      continue
    }
    at = afterQuoted(bytes, at + 1, end)
    if (at < 0) return false
  }
  return true
}
