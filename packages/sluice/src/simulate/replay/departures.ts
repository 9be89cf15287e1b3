/**
 * When the requests that a leaky bucket let in reach the service: the longest wait, and the busiest window of one
 * client, counted in units and exactly, in parts of a millisecond. A request of c units leaves unit by unit.
 *
 * Units of one busy spell leave an interval apart, so a spell is one entry: when its first unit left, and how many
 * did. A client owns a list of the spells of its last window; lists live in one pool of typed arrays.
 */
import type { ScaledRate } from '../../algorithms/scale.ts'
import { grownColumn, grownLinks } from './grown-column.ts'

const FIRST_ENTRIES = 1024

export class Departures {
  readonly #rate: ScaledRate
  readonly #windowParts: number
  /** No window can hold more units that are an interval apart, so once one does the search is over. */
  readonly #most: number
  #busiest = 0
  #longestAhead = 0
  /** By client: its first and last spell, 0 for none, and its units in the last window. */
  #heads: Int32Array = new Int32Array(0)
  #tails: Int32Array = new Int32Array(0)
  #totals: Float64Array = new Float64Array(0)
  /** By spell, from 1. Spells that are not in use are chained too. */
  #starts: Float64Array = new Float64Array(FIRST_ENTRIES)
  #counts: Float64Array = new Float64Array(FIRST_ENTRIES)
  #nexts: Int32Array = new Int32Array(FIRST_ENTRIES)
  #free = 0
  #unusedFrom = 1

  constructor(rate: ScaledRate, windowMs: number) {
    this.#rate = rate
    this.#windowParts = windowMs * rate.perMs
    this.#most = Math.ceil(this.#windowParts / rate.unit)
  }

  /** The most units of one client that reached the service in any window (t - windowMs, t]. */
  get busiest(): number {
    return this.#busiest
  }

  /** The longest that a request waited, rounded up. */
  get longestWaitMs(): number {
    return Math.ceil(this.#longestAhead / this.#rate.perMs)
  }

  /**
   * Counts an allowed request.
   *
   * @param nowParts when it came, in parts; not below that of any call before
   * @param aheadParts how long it waits
   */
  add(client: number, nowParts: number, aheadParts: number, units: number): void {
    if (aheadParts > this.#longestAhead) this.#longestAhead = aheadParts
    if (this.#busiest >= this.#most) return
    if (client >= this.#heads.length) this.#growClients(client)
    const { unit } = this.#rate
    const leave = nowParts + aheadParts
    const tail = this.#tails[client]!
    if (tail !== 0 && this.#starts[tail]! + this.#counts[tail]! * unit === leave) this.#counts[tail]! += units
    else this.#append(client, leave, units, nowParts)
    this.#totals[client]! += units
    this.#drop(client, leave + (units - 1) * unit - this.#windowParts)
    if (this.#totals[client]! > this.#busiest) this.#busiest = this.#totals[client]!
  }

  /** Drops the client's units that left at `goneParts` or before. */
  #drop(client: number, goneParts: number): void {
    const { unit } = this.#rate
    let head = this.#heads[client]!
    while (head !== 0 && this.#starts[head]! <= goneParts) {
      const gone = Math.min(this.#counts[head]!, Math.floor((goneParts - this.#starts[head]!) / unit) + 1)
      this.#totals[client]! -= gone
      this.#counts[head]! -= gone
      this.#starts[head]! += gone * unit
      if (this.#counts[head]! > 0) break
      const next = this.#nexts[head]!
      this.#nexts[head] = this.#free
      this.#free = head
      head = next
    }
    this.#heads[client] = head
    if (head === 0) this.#tails[client] = 0
  }

  #append(client: number, leave: number, units: number, nowParts: number): void {
    const entry = this.#allocate(nowParts)
    this.#starts[entry] = leave
    this.#counts[entry] = units
    this.#nexts[entry] = 0
    // Making room may have dropped the last of the client's spells.
    const tail = this.#tails[client]!
    if (tail === 0) this.#heads[client] = entry
    else this.#nexts[tail] = entry
    this.#tails[client] = entry
  }

  #allocate(nowParts: number): number {
    if (this.#free === 0 && this.#unusedFrom === this.#starts.length) this.#makeRoom(nowParts)
    const entry = this.#free
    if (entry === 0) return this.#unusedFrom++
    this.#free = this.#nexts[entry]!
    return entry
  }

  /** Takes back what clients that went quiet have left behind; grows if that is less than half. */
  #makeRoom(nowParts: number): void {
    for (let client = 0; client < this.#heads.length; client++)
      this.#drop(client, nowParts - this.#windowParts)
    const size = this.#starts.length
    let free = 0
    for (let entry = this.#free; entry !== 0; entry = this.#nexts[entry]!) free++
    if (free * 2 >= size) return
    this.#starts = grownColumn(this.#starts, size, 0)
    this.#counts = grownColumn(this.#counts, size, 0)
    this.#nexts = grownLinks(this.#nexts, size)
  }

  #growClients(client: number): void {
    this.#heads = grownLinks(this.#heads, client)
    this.#tails = grownLinks(this.#tails, client)
    this.#totals = grownColumn(this.#totals, client, 0)
  }
}
