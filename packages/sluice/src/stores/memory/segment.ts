/**
 * A stretch of the hash table, in one block of memory: slots of 8-byte words, of which the first holds the fingerprint
 * (both halves 0 if the slot is free) and the others the state of the key. Open addressing with linear probing, and
 * deletion by shifting back, so there are no tombstones.
 */
export class Segment {
  readonly words: number
  readonly capacity: number
  /** How many of the leading bits of the fingerprint all keys here share. */
  readonly depth: number
  readonly f64: Float64Array
  readonly i32: Int32Array
  /** Keys here. */
  count = 0

  constructor(capacity: number, words: number, depth: number) {
    this.words = words
    this.capacity = capacity
    this.depth = depth
    this.f64 = new Float64Array(capacity * words)
    this.i32 = new Int32Array(this.f64.buffer)
  }

  /** The first word of a key's slot, or -1. */
  find(high: number, low: number): number {
    const { i32, words, capacity } = this
    let slot = home(low, capacity)
    for (;;) {
      const at = slot * words
      const foundHigh = i32[2 * at] as number
      const foundLow = i32[2 * at + 1] as number
      if (foundLow === low && foundHigh === high) return at
      if ((foundHigh | foundLow) === 0) return -1
      slot = slot + 1 === capacity ? 0 : slot + 1
    }
  }

  /** Takes a free slot for a key that is not here, and gives its first word. */
  add(high: number, low: number): number {
    const { i32, words, capacity } = this
    let slot = home(low, capacity)
    while (!this.isFree(slot)) slot = slot + 1 === capacity ? 0 : slot + 1
    const at = slot * words
    i32[2 * at] = high
    i32[2 * at + 1] = low
    this.count++
    return at
  }

  isFree(slot: number): boolean {
    const at = 2 * slot * this.words
    return ((this.i32[at] as number) | (this.i32[at + 1] as number)) === 0
  }

  /** Frees a slot, and moves those behind it that would no longer be found. */
  remove(slot: number): void {
    const { f64, i32, words, capacity } = this
    let hole = slot
    let next = slot
    for (;;) {
      next = next + 1 === capacity ? 0 : next + 1
      if (this.isFree(next)) break
      const fromHome = distance(home(i32[2 * next * words + 1] as number, capacity), next, capacity)
      if (fromHome < distance(hole, next, capacity)) continue
      f64.copyWithin(hole * words, next * words, (next + 1) * words)
      hole = next
    }
    f64.fill(0, hole * words, (hole + 1) * words)
    this.count--
  }

  /** Copies every key into one of two other segments, by a bit of its fingerprint. */
  moveTo(zeros: Segment, ones: Segment, bit: number): void {
    const { f64, i32, words, capacity } = this
    for (let slot = 0; slot < capacity; slot++) {
      if (this.isFree(slot)) continue
      const at = slot * words
      const high = i32[2 * at] as number
      const to = (high & bit) === 0 ? zeros : ones
      const place = to.add(high, i32[2 * at + 1] as number)
      for (let word = 1; word < words; word++) to.f64[place + word] = f64[at + word] as number
    }
  }

  /** How many keys have a bit of their fingerprint set. */
  countOnes(bit: number): number {
    let ones = 0
    for (let slot = 0; slot < this.capacity; slot++) {
      if (!this.isFree(slot) && ((this.i32[2 * slot * this.words] as number) & bit) !== 0) ones++
    }
    return ones
  }
}

function home(low: number, capacity: number): number {
  return Math.floor((low >>> 0) * capacity * 2 ** -32)
}

function distance(from: number, to: number, capacity: number): number {
  return to >= from ? to - from : to - from + capacity
}
