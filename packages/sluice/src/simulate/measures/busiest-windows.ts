/**
 * The busiest window of every client of a replay, in one pass and without an object for any of them.
 *
 * A client is a small whole number. It owns a list of entries (time, count), oldest first, that reaches back one
 * window; requests at one time share an entry. Lists live in one pool of typed arrays and give entries back as
 * they leave the window, so an entry is written once and dropped once: O(1) a request, amortised.
 */
import { SluiceError } from '../../errors.ts'
import { checkNumber, shown } from '../check-number.ts'

/** A client's busiest window. */
export interface ClientWindow {
  readonly client: number
  readonly count: number
  /** The window is (endMs - windowMs, endMs]. */
  readonly endMs: number
}

// A record of a client, in 64-bit words (the last holds two 32-bit indices), fills half a cache line.
const CLIENT_WORDS = 4
const TOTAL = 0
const BEST = 1
const BEST_END = 2
const HEAD = 6
const TAIL = 7
// A record of an entry; its third word holds the index of the next entry. Entry 0 stands for "none".
const ENTRY_WORDS = 3
const TIME = 0
const COUNT = 1
const NEXT = 4
// Word indices of the links stay small integers up to here, and a pool this large takes gigabytes.
const MOST_RECORDS = 2 ** 27

export class BusiestWindows {
  readonly #windowMs: number
  #clients: Float64Array = new Float64Array(CLIENT_WORDS * 64)
  #clientLinks: Int32Array = new Int32Array(this.#clients.buffer)
  #entries: Float64Array = new Float64Array(ENTRY_WORDS * 64)
  #entryLinks: Int32Array = new Int32Array(this.#entries.buffer)
  #unusedFrom: number = 1
  #free: number = 0
  #live: number = 0
  #busiest: number = -1

  /** @throws SluiceError `ERR_INVALID_NUMBER` unless the window is a whole number of milliseconds from 1. */
  constructor(windowMs: number) {
    this.#windowMs = checkNumber('windowMs', windowMs, { min: 1, max: Number.MAX_SAFE_INTEGER })
  }

  /**
   * Counts a request.
   *
   * @param client a whole number from 0; memory grows with the largest
   * @param timeMs not below the last time of this client; other clients may be anywhere
   * @param count what the request counts, a whole number from 0
   * @returns what this client's window (timeMs - windowMs, timeMs] holds now
   * @throws SluiceError `ERR_INVALID_TRAFFIC` if the time lies before the client's last
   */
  add(client: number, timeMs: number, count: number): number {
    const record = client * CLIENT_WORDS
    if (record >= this.#clients.length) this.#growClients(client)
    const tail = this.#clientLinks[2 * record + TAIL]!
    const tailWord = tail * ENTRY_WORDS
    if (tail !== 0 && this.#entries[tailWord + TIME] === timeMs) {
      this.#entries[tailWord + COUNT]! += count
    } else {
      if (tail !== 0) this.#openWindow(client, timeMs, this.#entries[tailWord + TIME]!)
      if (count > 0) this.#append(client, timeMs, count)
    }
    const total = this.#clients[record + TOTAL]! + count
    this.#clients[record + TOTAL] = total
    if (total > this.#clients[record + BEST]!) this.#setBest(client, total, timeMs)
    return total
  }

  /** The busiest window of all clients, the first that was reached if several are equal; nothing before a request. */
  busiest(): ClientWindow | undefined {
    return this.#busiest < 0 ? undefined : this.busiestOf(this.#busiest)
  }

  /** The busiest window of one client; nothing if it sent no request. */
  busiestOf(client: number): ClientWindow | undefined {
    const record = client * CLIENT_WORDS
    const count = this.#clients[record + BEST] ?? 0
    return count === 0 ? undefined : { client, count, endMs: this.#clients[record + BEST_END]! }
  }

  /**
   * Makes a client that is new here what it is in `from`, its busiest window included, as if it had sent the same
   * requests here. So a limit need not count clients of which it has refused nothing yet: the windows of all
   * requests are theirs too.
   *
   * @throws SluiceError `ERR_INVALID_TRAFFIC` if the client has sent requests here
   */
  copyClient(client: number, from: BusiestWindows): void {
    if (client * CLIENT_WORDS >= this.#clients.length) this.#growClients(client)
    this.#checkNew(client)
    const best = from.busiestOf(client)
    if (best === undefined) return
    const record = client * CLIENT_WORDS
    for (let entry = from.#clientLinks[2 * record + HEAD]!; entry !== 0;) {
      const word = entry * ENTRY_WORDS
      this.#append(client, from.#entries[word + TIME]!, from.#entries[word + COUNT]!)
      entry = from.#entryLinks[2 * word + NEXT]!
    }
    this.#clients[record + TOTAL] = from.#clients[record + TOTAL]!
    this.#setBest(client, best.count, best.endMs)
  }

  /**
   * Gives back the memory of entries that no window ending at `timeMs` or later can hold. `add` does so for its own
   * client only; call this now and then where many clients come once and never again.
   */
  forgetBefore(timeMs: number): void {
    for (let client = 0; client * CLIENT_WORDS < this.#clients.length; client++) {
      this.#drop(client, timeMs - this.#windowMs)
    }
  }

  /** How many entries all lists hold together: distinct times of a client inside its window. */
  get entries(): number {
    return this.#live
  }

  #openWindow(client: number, timeMs: number, lastMs: number): void {
    if (timeMs > lastMs) return this.#drop(client, timeMs - this.#windowMs)
    const message = `the times of a client must not step back, but client ${client} has ${shown(timeMs)} after ${lastMs}`
    throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'timeMs', value: timeMs })
  }

  #checkNew(client: number): void {
    if (this.busiestOf(client) === undefined) return
    const message = `a client can be copied only before it sends requests here, but client ${client} has sent some`
    throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'client', value: client })
  }

  /** Drops the client's entries at `timeMs` and before. */
  #drop(client: number, timeMs: number): void {
    const links = this.#clientLinks
    const link = 2 * client * CLIENT_WORDS
    let head = links[link + HEAD]!
    while (head !== 0 && this.#entries[head * ENTRY_WORDS + TIME]! <= timeMs) {
      this.#clients[client * CLIENT_WORDS + TOTAL]! -= this.#entries[head * ENTRY_WORDS + COUNT]!
      const next = this.#entryLinks[2 * head * ENTRY_WORDS + NEXT]!
      this.#entryLinks[2 * head * ENTRY_WORDS + NEXT] = this.#free
      this.#free = head
      this.#live -= 1
      head = next
    }
    links[link + HEAD] = head
    if (head === 0) links[link + TAIL] = 0
  }

  #append(client: number, timeMs: number, count: number): void {
    const entry = this.#allocate()
    this.#entries[entry * ENTRY_WORDS + TIME] = timeMs
    this.#entries[entry * ENTRY_WORDS + COUNT] = count
    const link = 2 * client * CLIENT_WORDS
    const tail = this.#clientLinks[link + TAIL]!
    if (tail === 0) this.#clientLinks[link + HEAD] = entry
    else this.#entryLinks[2 * tail * ENTRY_WORDS + NEXT] = entry
    this.#clientLinks[link + TAIL] = entry
  }

  #allocate(): number {
    this.#live += 1
    const entry = this.#free
    if (entry === 0) {
      if (this.#unusedFrom * ENTRY_WORDS >= this.#entries.length) this.#growEntries()
      return this.#unusedFrom++
    }
    const next = 2 * entry * ENTRY_WORDS + NEXT
    this.#free = this.#entryLinks[next]!
    this.#entryLinks[next] = 0
    return entry
  }

  #setBest(client: number, count: number, endMs: number): void {
    this.#clients[client * CLIENT_WORDS + BEST] = count
    this.#clients[client * CLIENT_WORDS + BEST_END] = endMs
    const busiest = this.#busiest * CLIENT_WORDS
    const most = this.#busiest < 0 ? 0 : this.#clients[busiest + BEST]!
    if (count > most || (count === most && endMs < this.#clients[busiest + BEST_END]!)) this.#busiest = client
  }

  #growClients(client: number): void {
    checkNumber('client', client, { min: 0, max: MOST_RECORDS })
    const grown = new Float64Array(
      CLIENT_WORDS * Math.max(2 * (this.#clients.length / CLIENT_WORDS), client + 1),
    )
    grown.set(this.#clients)
    this.#clients = grown
    this.#clientLinks = new Int32Array(grown.buffer)
  }

  #growEntries(): void {
    const grown = new Float64Array(2 * this.#entries.length)
    grown.set(this.#entries)
    this.#entries = grown
    this.#entryLinks = new Int32Array(grown.buffer)
  }
}
