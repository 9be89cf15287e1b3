/**
 * When the requests that a leaky bucket let in reach the service: the longest wait, and the busiest window of one
 * client, counted in units and exactly, in parts of a millisecond. A request of c units leaves unit by unit.
 *
 * Units of one busy spell leave an interval apart, so a spell is two numbers: when its first unit left, and how many
 * did. A client's record holds its newest spell, and a list of the older ones that its last window reaches.
 */
import type { ScaledRate } from '../../algorithms/scale.ts'
import { grownColumn } from './grown-column.ts'

// The numbers of a client's record: its newest spell, its units in the last window, the ends of its list (0 for none).
const START = 0
const COUNT = 1
const TOTAL = 2
const HEAD = 3
const TAIL = 4
const CLIENT_NUMBERS = 5
// The numbers of an older spell: as above, and the next one, by the place where that begins. Place 0 is not used.
const NEXT = 2
const SPELL_NUMBERS = 3

export class Departures {
  readonly #rate: ScaledRate
  readonly #windowParts: number
  /** No window can hold more units that are an interval apart, so once one does the search is over. */
  readonly #most: number
  #busiest = 0
  #longestAhead = 0
  #clients: Float64Array = new Float64Array(0)
  #spells: Float64Array = new Float64Array(SPELL_NUMBERS * 1024)
  #free = 0
  #freeSpells = 0
  #unusedFrom: number = SPELL_NUMBERS

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
    const record = client * CLIENT_NUMBERS
    if (record >= this.#clients.length)
      this.#clients = grownColumn(this.#clients, record + CLIENT_NUMBERS - 1, 0)
    const clients = this.#clients
    const { unit } = this.#rate
    const leave = nowParts + aheadParts
    const goneParts = leave + (units - 1) * unit - this.#windowParts
    const nextLeave = clients[record + START]! + clients[record + COUNT]! * unit
    if (nextLeave === leave) clients[record + COUNT]! += units
    else this.#beginSpell(record, leave, units, nowParts, nextLeave - unit <= goneParts)
    clients[record + TOTAL]! += units
    if (clients[record + HEAD] !== 0 || clients[record + START]! <= goneParts) this.#drop(record, goneParts)
    if (clients[record + TOTAL]! > this.#busiest) this.#busiest = clients[record + TOTAL]!
  }

  /** Begins a client's next spell; the ones before are forgotten if they all lie before the window. */
  #beginSpell(record: number, leave: number, units: number, nowParts: number, isAlone: boolean): void {
    if (isAlone) this.#forget(record)
    else this.#keepNewest(record, nowParts)
    this.#clients[record + START] = leave
    this.#clients[record + COUNT] = units
  }

  #forget(record: number): void {
    while (this.#clients[record + HEAD] !== 0) this.#dropOldest(record)
    this.#clients[record + TOTAL] = 0
  }

  /** Puts the newest spell at the end of the list. */
  #keepNewest(record: number, nowParts: number): void {
    const spell = this.#allocate(nowParts)
    this.#spells[spell + START] = this.#clients[record + START]!
    this.#spells[spell + COUNT] = this.#clients[record + COUNT]!
    this.#spells[spell + NEXT] = 0
    const tail = this.#clients[record + TAIL]!
    if (this.#clients[record + HEAD] === 0) this.#clients[record + HEAD] = spell
    else this.#spells[tail + NEXT] = spell
    this.#clients[record + TAIL] = spell
  }

  /** Drops a client's units that left at `goneParts` or before. */
  #drop(record: number, goneParts: number): void {
    const clients = this.#clients
    for (let head = clients[record + HEAD]!; head !== 0; head = clients[record + HEAD]!) {
      clients[record + TOTAL]! -= this.#shorten(this.#spells, head, goneParts)
      if (this.#spells[head + COUNT]! > 0) return
      this.#dropOldest(record)
    }
    clients[record + TOTAL]! -= this.#shorten(clients, record, goneParts)
  }

  /** Takes the units that left at `goneParts` or before off a spell, and gives their number. */
  #shorten(spells: Float64Array, spell: number, goneParts: number): number {
    const { unit } = this.#rate
    const start = spells[spell + START]!
    if (start > goneParts) return 0
    const gone = Math.min(spells[spell + COUNT]!, Math.floor((goneParts - start) / unit) + 1)
    spells[spell + START] = start + gone * unit
    spells[spell + COUNT]! -= gone
    return gone
  }

  #dropOldest(record: number): void {
    const head = this.#clients[record + HEAD]!
    this.#clients[record + HEAD] = this.#spells[head + NEXT]!
    this.#spells[head + NEXT] = this.#free
    this.#free = head
    this.#freeSpells++
  }

  #allocate(nowParts: number): number {
    if (this.#free === 0 && this.#unusedFrom + SPELL_NUMBERS > this.#spells.length) this.#makeRoom(nowParts)
    const spell = this.#free
    if (spell === 0) {
      this.#unusedFrom += SPELL_NUMBERS
      return this.#unusedFrom - SPELL_NUMBERS
    }
    this.#free = this.#spells[spell + NEXT]!
    this.#freeSpells--
    return spell
  }

  /** Takes back what clients that went quiet have left behind; grows if that is less than half. */
  #makeRoom(nowParts: number): void {
    for (let record = 0; record < this.#clients.length; record += CLIENT_NUMBERS) {
      this.#drop(record, nowParts - this.#windowParts)
    }
    const size = this.#spells.length
    if (this.#freeSpells * SPELL_NUMBERS * 2 < size) this.#spells = grownColumn(this.#spells, size, 0)
  }
}
