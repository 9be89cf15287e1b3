/**
 * A hash table from fingerprints to fixed numbers of words, that grows, shrinks, expires and evicts a little at a time.
 *
 * Its keys lie in segments of at most a few thousand slots, found through a directory by the leading bits of the
 * fingerprint (extendible hashing: Fagin, Nievergelt, Pippenger and Strong, 1979). A segment grows by an eighth at a
 * time and splits in two when it is large, so one call never moves more than one segment, and between three and four
 * slots in five are in use at every size.
 */
import { Segment } from './segment.ts'

/** What the table asks about the state in a slot, whose words begin behind its first. */
export interface Occupants {
  /** What forgetting would give the key: 0 for nothing, below 1 for a part of its allowance, above 1 for freedom. */
  lossOf(segment: Segment, at: number): number
  /** Lets go of what the state holds outside the table. */
  release(segment: Segment, at: number): void
}

const FIRST_CAPACITY = 16
const LARGEST_CAPACITY = 2048
const HIGHEST_LOAD = 0.85
/** The load that a segment is given when it is made anew. */
const FRESH_LOAD = 0.765
const LOWEST_LOAD = 0.3

/** Slots looked at for expiry when a key is added, so that the dead stay few however keys come and go. */
const SWEPT_AN_INSERT = 4

/** Keys compared to find the one to evict, and how many at the most while all of them are being refused. */
const EVICTION_SAMPLE = 16
const EVICTION_TRIES = 1024

export class SlotTable {
  /** The segment that the last call to `find` or `insert` is about. */
  segment: Segment
  size = 0
  capacity: number
  evictions = 0
  readonly #words: number
  readonly #maxKeys: number
  readonly #occupants: Occupants
  #depth = 0
  #directory: Segment[]
  #walkIndex = 0
  #walkSlot = 0

  /** `stateWords` 8-byte words for the state of a key, beside one for its fingerprint. */
  constructor(stateWords: number, maxKeys: number, occupants: Occupants) {
    this.#words = stateWords + 1
    this.#maxKeys = maxKeys
    this.#occupants = occupants
    this.segment = new Segment(FIRST_CAPACITY, this.#words, 0)
    this.#directory = [this.segment]
    this.capacity = FIRST_CAPACITY
  }

  get bytes(): number {
    return this.capacity * this.#words * 8 + this.#directory.length * 8
  }

  /** The first word of a key's slot in `segment`, or -1. */
  find(high: number, low: number): number {
    const segment = this.#directory[this.#indexOf(high)] as Segment
    this.segment = segment
    return segment.find(high, low)
  }

  /** Makes a slot for a key that `find` did not find. */
  insert(high: number, low: number): number {
    if (this.size >= this.#maxKeys) this.#evict()
    this.sweep(SWEPT_AN_INSERT)
    let segment = this.#directory[this.#indexOf(high)] as Segment
    if (segment.count >= Math.floor(segment.capacity * HIGHEST_LOAD)) {
      this.#grow(segment, high)
      segment = this.#directory[this.#indexOf(high)] as Segment
    }
    this.segment = segment
    this.size++
    return segment.add(high, low)
  }

  /** Removes the slot that `find` gave. */
  removeFound(at: number): void {
    this.#remove(this.segment, at / this.#words)
  }

  clear(): void {
    this.each((segment, at) => {
      this.#occupants.release(segment, at)
    })
    this.segment = new Segment(FIRST_CAPACITY, this.#words, 0)
    this.#directory = [this.segment]
    this.#depth = 0
    this.capacity = FIRST_CAPACITY
    this.size = 0
  }

  each(visit: (segment: Segment, at: number) => void): void {
    let last: Segment | undefined
    for (const segment of this.#directory) {
      if (segment === last) continue
      last = segment
      for (let slot = 0; slot < segment.capacity; slot++)
        if (!segment.isFree(slot)) visit(segment, slot * this.#words)
    }
  }

  /** Looks at a few slots further on and drops the keys that are spent. */
  sweep(slots: number): void {
    for (let looked = 0; looked < slots; looked++) {
      const segment = this.#walk()
      const slot = this.#walkSlot
      if (segment.isFree(slot) || this.#occupants.lossOf(segment, slot * this.#words) > 0) continue
      this.#remove(segment, slot)
    }
  }

  #indexOf(high: number): number {
    return this.#depth === 0 ? 0 : high >>> (32 - this.#depth)
  }

  /** Moves on by one slot on an endless walk through all segments. */
  #walk(): Segment {
    let segment = this.#directory[this.#walkIndex]
    this.#walkSlot++
    if (segment === undefined || this.#walkSlot >= segment.capacity) {
      this.#walkIndex += segment === undefined ? 0 : 1 << (this.#depth - segment.depth)
      if (this.#walkIndex >= this.#directory.length) this.#walkIndex = 0
      this.#walkSlot = 0
      segment = this.#directory[this.#walkIndex] as Segment
    }
    return segment
  }

  /** Drops the key nearest to a full allowance among a sample; one that is being refused only if no other is found. */
  #evict(): void {
    let victim: Segment | undefined
    let victimSlot = 0
    let least = Infinity
    for (let tried = 0; tried < EVICTION_TRIES && (tried < EVICTION_SAMPLE || least >= 1); tried++) {
      const segment = this.#walk()
      const slot = this.#walkSlot
      if (segment.isFree(slot)) continue
      const loss = this.#occupants.lossOf(segment, slot * this.#words)
      if (loss >= least) continue
      victim = segment
      victimSlot = slot
      least = loss
    }
    if (victim === undefined) return
    this.evictions++
    this.#remove(victim, victimSlot)
  }

  #remove(segment: Segment, slot: number): void {
    this.#occupants.release(segment, slot * this.#words)
    segment.remove(slot)
    this.size--
    if (segment.count < segment.capacity * LOWEST_LOAD && segment.capacity > FIRST_CAPACITY)
      this.#shrink(segment)
  }

  #shrink(segment: Segment): void {
    const at = this.#directory.indexOf(segment)
    this.#replace(segment, at, [this.#fresh(segment.count, segment.depth)], 0)
  }

  #grow(segment: Segment, high: number): void {
    const index = this.#indexOf(high)
    if (segment.capacity < LARGEST_CAPACITY) {
      const capacity = Math.max(segment.capacity + 8, Math.ceil(segment.capacity * 1.125))
      this.#replace(segment, index, [new Segment(capacity, this.#words, segment.depth)], 0)
      return
    }
    if (segment.depth === this.#depth) {
      this.#directory = this.#directory.flatMap((entry) => [entry, entry])
      this.#depth++
    }
    const bit = 1 << (31 - segment.depth)
    const ones = segment.countOnes(bit)
    const depth = segment.depth + 1
    const halves = [this.#fresh(segment.count - ones, depth), this.#fresh(ones, depth)]
    this.#replace(segment, this.#indexOf(high), halves, bit)
  }

  #fresh(keys: number, depth: number): Segment {
    return new Segment(Math.max(FIRST_CAPACITY, Math.ceil(keys / FRESH_LOAD) + 1), this.#words, depth)
  }

  /** Puts one segment, or two halves, in the place of one that the directory holds at `index`, among others. */
  #replace(segment: Segment, index: number, successors: Segment[], bit: number): void {
    const [zeros, ones = zeros] = successors as [Segment, Segment?]
    segment.moveTo(zeros, ones, bit)
    const span = 1 << (this.#depth - segment.depth)
    const first = index & ~(span - 1)
    for (let i = 0; i < span; i++) this.#directory[first + i] = i < span / successors.length ? zeros : ones
    this.capacity +=
      (successors.length === 1 ? zeros.capacity : zeros.capacity + ones.capacity) - segment.capacity
  }
}
