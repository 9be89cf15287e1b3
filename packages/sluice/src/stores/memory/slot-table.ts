/**
 * A hash table from fingerprints to fixed numbers of words, that grows, shrinks, expires and evicts a little at a time.
 *
 * Open addressing with linear probing, and deletion by shifting back, so there are no tombstones. As keys lie in the
 * order of their fingerprints, the table changes its size in place: each key added moves a few others, from one end of
 * the table to the other, to where they are at home by the new size.
 */
import { Homes } from './homes.ts'
import { Rehoming } from './rehoming.ts'
import { PAGE_BITS, PAGE_MASK, SlotPages, type SlotPage } from './slot-pages.ts'

/** What the table asks about the state in a slot, whose words begin behind its first. */
export interface Occupants {
  /** What forgetting would give the key: 0 for nothing, below 1 for a part of its allowance, above 1 for freedom. */
  lossOf(page: SlotPage, at: number): number
  /** Lets go of what the state holds outside the table. */
  release(page: SlotPage, at: number): void
  /** The same for all keys at once. */
  releaseAll(): void
}

const FIRST_CAPACITY = 16
/** The share of slots in use at which the table starts to grow, and by how much it does. */
const HIGHEST_LOAD = 0.83
const GROWTH = 1.18
/** The share below which it starts to shrink, and the share it then has. */
const LOWEST_LOAD = 0.3
const SHRUNK_LOAD = 0.6
/** Once in so many new keys, so many slots are moved on: a table has grown before it is a sixteenth fuller. */
const INSERTS_A_MOVE = 16
const MOVED_AT_ONCE = 256
/** And so many are looked at for expiry, so that the dead stay few however keys come and go. */
const SWEPT_A_MOVE = 64

/** A new key that lies so far from its home has all keys in between looked at, as many may be dead there. */
const LONG_WAY = 128

/** Keys compared to find the one to evict, and how many at the most while all of them are being refused. */
const EVICTION_SAMPLE = 16
const EVICTION_TRIES = 1024

export class SlotTable {
  /** The page that the last call to `find` or `insert` is about. */
  page!: SlotPage
  size = 0
  evictions = 0
  readonly #words: number
  readonly #maxKeys: number
  readonly #occupants: Occupants
  #pages!: SlotPages
  #list!: (SlotPage | undefined)[]
  #homes!: Homes
  #rehoming!: Rehoming
  #walkSlot = 0
  #untilMove = INSERTS_A_MOVE
  /** Keys at which the table starts to grow. */
  #growAt = 0

  /** `stateWords` 8-byte words for the state of a key, beside one for its fingerprint. */
  constructor(stateWords: number, maxKeys: number, occupants: Occupants) {
    this.#words = stateWords + 1
    this.#maxKeys = maxKeys
    this.#occupants = occupants
    this.#renew(FIRST_CAPACITY)
  }

  get capacity(): number {
    return this.#homes.capacity
  }

  get bytes(): number {
    return this.#pages.bytes
  }

  /** The first word of a key's slot in `page`, or -1. */
  find(high: number, low: number): number {
    return this.#findFrom(this.#homes.of(high), high, low)
  }

  /** Makes a slot for a key that `find` did not find. */
  insert(high: number, low: number): number {
    if (this.size >= this.#maxKeys) this.#evict()
    if (--this.#untilMove === 0) {
      this.#untilMove = INSERTS_A_MOVE
      this.sweep(SWEPT_A_MOVE)
    }
    if (this.size >= this.#growAt) this.#grow()
    const home = this.#homes.of(high)
    let slot = this.#pages.runEnd(home)
    if (slot - home > LONG_WAY) {
      this.#dropSpent(home, slot)
      slot = this.#pages.runEnd(home)
    }
    this.size++
    return this.#put(slot, high, low)
  }

  /** Removes the slot that `find` gave. */
  removeFound(at: number): void {
    this.#remove(this.page.first + at / this.#words)
    this.#rescale()
  }

  clear(): void {
    this.#occupants.releaseAll()
    this.#renew(FIRST_CAPACITY)
    this.size = 0
  }

  /** Visits every key, in the order of the fingerprints. */
  each(visit: (page: SlotPage, at: number) => void): void {
    for (let slot = 0; slot < this.#pages.length; slot++) {
      if (!this.#pages.isFree(slot)) visit(this.#pages.pageFor(slot), this.#at(slot))
    }
  }

  /** Looks at a few slots further on and drops the keys that are spent. A change of size goes on. */
  sweep(slots: number): void {
    for (let looked = 0; looked < slots; looked++) {
      const slot = this.#walk()
      if (!this.#pages.isFree(slot) && this.#lossOf(slot) === 0) this.#remove(slot)
    }
    this.#rescale()
  }

  #findFrom(slot: number, high: number, low: number): number {
    const page = this.#list[slot >>> PAGE_BITS]
    if (page === undefined) return -1
    this.page = page
    const { i32 } = page
    const stride = 2 * this.#words
    for (let at = (slot & PAGE_MASK) * stride; at < i32.length; at += stride) {
      const foundHigh = i32[at] as number
      const foundLow = i32[at + 1] as number
      if (foundLow === low && foundHigh === high) return at >> 1
      if ((foundHigh | foundLow) === 0) return -1
    }
    return this.#findFrom((slot | PAGE_MASK) + 1, high, low)
  }

  #at(slot: number): number {
    return (slot & PAGE_MASK) * this.#words
  }

  #renew(capacity: number): void {
    this.#homes = new Homes(capacity)
    this.#pages = new SlotPages(this.#words, capacity + 1)
    this.#list = this.#pages.list
    this.#rehoming = new Rehoming(this.#pages, this.#homes, this.#words)
    this.page = this.#pages.pageFor(0)
    this.#growAt = capacity * HIGHEST_LOAD
  }

  /** Puts a fingerprint into a free slot, and gives its first word. */
  #put(slot: number, high: number, low: number): number {
    this.#pages.holdSlot(slot)
    const page = this.#pages.pageFor(slot)
    const at = this.#at(slot)
    page.i32[2 * at] = high
    page.i32[2 * at + 1] = low
    this.page = page
    return at
  }

  /** Moves on by one slot on an endless walk through all of them. */
  #walk(): number {
    let slot = this.#walkSlot + 1
    if (this.#pages.isFree(slot)) slot = this.#homes.pastGap(slot)
    if (slot >= this.#pages.length) slot = 0
    this.#walkSlot = slot
    return slot
  }

  #lossOf(slot: number): number {
    return this.#occupants.lossOf(this.#pages.pageFor(slot), this.#at(slot))
  }

  /** Drops the key nearest to a full allowance among a sample; one that is being refused only if no other is found. */
  #evict(): void {
    let victim = -1
    let least = Infinity
    for (let tried = 0; tried < EVICTION_TRIES && (tried < EVICTION_SAMPLE || least >= 1); tried++) {
      let slot = this.#walk()
      while (this.#pages.isFree(slot)) slot = this.#walk()
      const loss = this.#lossOf(slot)
      if (loss >= least) continue
      victim = slot
      least = loss
    }
    this.evictions++
    this.#remove(victim)
  }

  #dropSpent(from: number, to: number): void {
    // Backwards, as a removal moves what lies behind it.
    for (let slot = to - 1; slot >= from; slot--) {
      if (!this.#pages.isFree(slot) && this.#lossOf(slot) === 0) this.#remove(slot)
    }
  }

  /** Frees a slot, and moves those behind it that would no longer be found. */
  #remove(slot: number): void {
    const pages = this.#pages
    this.#occupants.release(pages.pageFor(slot), this.#at(slot))
    let hole = slot
    for (let next = slot + 1; !pages.isFree(next); next++) {
      if (this.#homes.of(pages.highOf(next)) > hole) continue
      pages.copy(next, hole)
      hole = next
    }
    pages.free(hole)
    this.size--
  }

  /** Goes on with a change of size, or starts to shrink if it is time. */
  #rescale(): void {
    const homes = this.#homes
    if (homes.isChanging) this.#rehoming.move(MOVED_AT_ONCE)
    else if (this.size < homes.capacity * LOWEST_LOAD && homes.capacity > FIRST_CAPACITY)
      this.#begin(Math.max(FIRST_CAPACITY, Math.ceil(this.size / SHRUNK_LOAD)))
  }

  #grow(): void {
    // Whatever is going on is over by now, except in a small table.
    this.#rehoming.move(Infinity)
    this.#begin(Math.ceil(Math.max(this.capacity + 8, this.capacity * GROWTH)))
  }

  #begin(capacity: number): void {
    this.#homes.begin(capacity)
    this.#growAt = capacity * HIGHEST_LOAD
    this.#pages.reach(capacity + 1)
    this.#rehoming.move(MOVED_AT_ONCE)
  }
}
