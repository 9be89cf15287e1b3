/**
 * Squid's native log: the time when the answer ended, in seconds with decimals, then how long it took, the client,
 * what Squid did, bytes, method, URL, user, the next hop, and mostly the type.
 *
 *     1286536308.779    180 192.0.2.1 TCP_MISS/200 411 GET http://example.com/ - DIRECT/192.0.2.9 text/html
 */
import { clientAt } from '../client-address.ts'
import { readEpochTime } from '../epoch-time.ts'
import { logFormatLabels, type LineReader, type LogSource } from '../log-format.ts'
import { Stamp } from '../stamp.ts'

const BLANK = 32
const SLASH = 47
const LEAST_FIELDS = 9

export class SquidReader implements LineReader {
  readonly name = 'squid'
  readonly label: string = logFormatLabels.squid
  readonly #source: LogSource
  readonly #stamp: Stamp = new Stamp()
  /** Where the client and what Squid did begin and end in the line read last. */
  #clientStart = 0
  #clientEnd = 0
  #hasAction = false

  constructor(source: LogSource) {
    this.#source = source
  }

  line(bytes: Uint8Array, start: number, end: number): void {
    const { tally, clients } = this.#source
    const afterTime = readEpochTime(bytes, start, end, this.#stamp)
    if (afterTime < 0 || bytes[afterTime] !== BLANK || this.#stamp.resolutionMs !== 1) {
      return tally.leaveOut('the time cannot be read', bytes, start, end)
    }
    if (this.#countFields(bytes, start, end) < LEAST_FIELDS || !this.#hasAction) {
      return tally.leaveOut('not the fields of a Squid line', bytes, start, end)
    }
    const client = clientAt(clients, bytes, this.#clientStart, this.#clientEnd)
    tally.request(this.#stamp.ms, this.#stamp.resolutionMs, client, 1)
  }

  end(): void {}

  #countFields(bytes: Uint8Array, start: number, end: number): number {
    let count = 0
    let at = start
    this.#hasAction = false
    while (at < end) {
      const begin = at
      let slashes = 0
      for (; at < end && bytes[at] !== BLANK; at++) if (bytes[at] === SLASH) slashes++
      if (at > begin) count++
      if (count === 3 && at > begin) {
        this.#clientStart = begin
        this.#clientEnd = at
      } else if (count === 4 && at > begin) {
        this.#hasAction = slashes > 0
      }
      at++
    }
    return count
  }
}
