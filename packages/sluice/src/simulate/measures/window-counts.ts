/**
 * What each of many clients sent in the last window, in one pass over requests in the order of their times.
 *
 * A client is a small whole number. All clients share one queue, oldest entry first, and an entry stands for what one
 * client sent at one time. So the entries that leave the window lie together at the front, nothing is searched for, and
 * memory holds one number a client and the entries inside the window, no more: clients that never come back leave too.
 */
import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { checkNumber } from '../check-number.ts'

const MOST_CLIENTS = 2 ** 28

export class WindowCounts {
  readonly #windowMs: number
  #nowMs: number = -Infinity
  /** By client: what its window holds, and which entry it wrote last, which need not be its own any more. */
  #totals: Float64Array = new Float64Array(64)
  #lastEntries: Int32Array = new Int32Array(64)
  /** The queue: rings of one size, a power of two. A place that was never used has no time. */
  #times: Float64Array = new Float64Array(64).fill(Number.NaN)
  #counts: Float64Array = new Float64Array(64)
  #clients: Int32Array = new Int32Array(64)
  #head: number = 0
  #length: number = 0

  /** @throws SluiceError `ERR_INVALID_NUMBER` unless the window is a whole number of milliseconds from 1. */
  constructor(windowMs: number) {
    this.#windowMs = checkNumber('windowMs', windowMs, { min: 1, max: Number.MAX_SAFE_INTEGER })
  }

  /**
   * Counts a request.
   *
   * @param client a whole number from 0 to 2^28; memory grows with the largest
   * @param timeMs not below the time of any call before
   * @param count what the request counts, a whole number from 0
   * @returns what the client's window (timeMs - windowMs, timeMs] holds now
   * @throws SluiceError `ERR_INVALID_TRAFFIC` if the time steps back
   */
  add(client: number, timeMs: number, count: number): number {
    if (client >= this.#totals.length) this.#growClients(client)
    if (timeMs !== this.#nowMs) this.#advance(timeMs)
    const last = this.#lastEntries[client]!
    // An entry that left the window, or that another client has taken over, cannot have this time and client.
    if (this.#times[last] === timeMs && this.#clients[last] === client) this.#counts[last]! += count
    else this.#append(client, timeMs, count)
    return (this.#totals[client]! += count)
  }

  /** What the client's window (timeMs - windowMs, timeMs] holds; times and errors are those of `add`. */
  total(client: number, timeMs: number): number {
    if (timeMs !== this.#nowMs) this.#advance(timeMs)
    return this.#totals[client] ?? 0
  }

  /** How many entries the queue holds: distinct pairs of a client and a time in the last window. */
  get entries(): number {
    return this.#length
  }

  #advance(timeMs: number): void {
    if (!(timeMs > this.#nowMs)) {
      const message = `times must not step back, but ${shown(timeMs)} comes after ${this.#nowMs}`
      throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'timeMs', value: timeMs })
    }
    this.#nowMs = timeMs
    const goneMs = timeMs - this.#windowMs
    const mask = this.#times.length - 1
    while (this.#length > 0 && this.#times[this.#head]! <= goneMs) {
      this.#totals[this.#clients[this.#head]!]! -= this.#counts[this.#head]!
      this.#head = (this.#head + 1) & mask
      this.#length -= 1
    }
  }

  #append(client: number, timeMs: number, count: number): void {
    if (this.#length === this.#times.length) this.#growQueue()
    const entry = (this.#head + this.#length) & (this.#times.length - 1)
    this.#times[entry] = timeMs
    this.#counts[entry] = count
    this.#clients[entry] = client
    this.#lastEntries[client] = entry
    this.#length += 1
  }

  #growClients(client: number): void {
    const size = Math.max(
      2 * this.#totals.length,
      checkNumber('client', client, { min: 0, max: MOST_CLIENTS }) + 1,
    )
    const totals = new Float64Array(size)
    totals.set(this.#totals)
    this.#totals = totals
    const lastEntries = new Int32Array(size)
    lastEntries.set(this.#lastEntries)
    this.#lastEntries = lastEntries
  }

  /** Doubles the full ring, with its oldest entry first again. */
  #growQueue(): void {
    const size = this.#times.length
    const times = new Float64Array(2 * size).fill(Number.NaN)
    const counts = new Float64Array(2 * size)
    const clients = new Int32Array(2 * size)
    for (let i = 0; i < size; i++) {
      const entry = (this.#head + i) & (size - 1)
      times[i] = this.#times[entry]!
      counts[i] = this.#counts[entry]!
      clients[i] = this.#clients[entry]!
      this.#lastEntries[clients[i]!] = i
    }
    this.#times = times
    this.#counts = counts
    this.#clients = clients
    this.#head = 0
  }
}
