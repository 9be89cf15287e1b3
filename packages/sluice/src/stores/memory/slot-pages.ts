/**
 * A long row of slots of 8-byte words, in pages, so that it gets longer without being copied and a few large blocks of
 * memory serve all its keys. The first word of a slot holds a fingerprint (both halves 0 if the slot is free), the
 * others the state of its key. A page comes into being when something is put into it; a row of less than a page is one
 * short page, whose last slot stays free.
 */
export const PAGE_BITS = 15
const PAGE_SLOTS = 1 << PAGE_BITS
export const PAGE_MASK: number = PAGE_SLOTS - 1

/** How many slots a row goes on behind the last home, when keys found no place before it. */
const LENGTHENED_BY = 64

export class SlotPage {
  /** The number of its first slot. */
  readonly first: number
  readonly f64: Float64Array
  readonly i32: Int32Array

  constructor(first: number, slots: number, words: number) {
    this.first = first
    this.f64 = new Float64Array(slots * words)
    this.i32 = new Int32Array(this.f64.buffer)
  }
}

export class SlotPages {
  readonly list: (SlotPage | undefined)[] = []
  bytes = 0
  readonly #words: number
  /** Halves of words in a slot. */
  readonly #stride: number

  constructor(words: number, slots: number) {
    this.#words = words
    this.#stride = 2 * words
    this.reach(slots)
  }

  /** How many slots there are, of existing pages or not. */
  get length(): number {
    const { list } = this
    return list.length === 1 ? (list[0] as SlotPage).i32.length / this.#stride : list.length * PAGE_SLOTS
  }

  /** Sees to it that there are at least so many slots. */
  reach(slots: number): void {
    const { list } = this
    if (slots > this.length || list.length === 0) this.#lengthenFirst(slots)
    while (list.length * PAGE_SLOTS < slots) list.push(undefined)
  }

  /** Sees to it that a key can be put into a slot, which may lie behind all others. */
  holdSlot(slot: number): void {
    if (slot + 1 >= this.length) this.reach(slot + LENGTHENED_BY)
  }

  /** Lets go of the slots beyond so many, which are free. */
  cut(slots: number): void {
    const { list } = this
    while (list.length > 1 && (list.length - 1) * PAGE_SLOTS >= slots) this.#account(list.pop(), -1)
    if (list.length === 1 && slots < PAGE_SLOTS) this.#replaceFirst(slots)
  }

  /** The page of a slot into which something will be put. */
  pageFor(slot: number): SlotPage {
    const index = slot >>> PAGE_BITS
    const page = this.list[index]
    if (page !== undefined) return page
    const made = new SlotPage(index * PAGE_SLOTS, PAGE_SLOTS, this.#words)
    this.list[index] = made
    this.#account(made, 1)
    return made
  }

  isFree(slot: number): boolean {
    const page = this.list[slot >>> PAGE_BITS]
    if (page === undefined) return true
    const at = (slot & PAGE_MASK) * this.#stride
    return ((page.i32[at] as number) | (page.i32[at + 1] as number)) === 0
  }

  /** The first slot of the unbroken run of keys that a slot belongs to. */
  runStart(slot: number): number {
    let start = slot
    while (start > 0 && !this.isFree(start - 1)) start--
    return start
  }

  /** The first free slot from a slot on. */
  runEnd(slot: number): number {
    const stride = this.#stride
    let end = slot
    for (;;) {
      const page = this.list[end >>> PAGE_BITS]
      if (page === undefined) return end
      const { i32 } = page
      for (let at = (end & PAGE_MASK) * stride; at < i32.length; at += stride, end++)
        if (((i32[at] as number) | (i32[at + 1] as number)) === 0) return end
    }
  }

  /** The leading half of the fingerprint in a slot that is not free. */
  highOf(slot: number): number {
    return this.#existing(slot).i32[(slot & PAGE_MASK) * this.#stride] as number
  }

  // Words are copied as whole numbers: an engine may change the bits of a double that happens to be no number.
  copy(from: number, to: number): void {
    const source = this.#existing(from).i32
    const target = this.#existing(to).i32
    const fromAt = (from & PAGE_MASK) * this.#stride
    const toAt = (to & PAGE_MASK) * this.#stride
    for (let i = 0; i < this.#stride; i++) target[toAt + i] = source[fromAt + i] as number
  }

  free(slot: number): void {
    const { i32 } = this.#existing(slot)
    const at = (slot & PAGE_MASK) * this.#stride
    for (let i = 0; i < this.#stride; i++) i32[at + i] = 0
  }

  /** Moves all that is in the slots from `start` to before `end` into a list. */
  takeOut(start: number, end: number, list: Int32Array): void {
    let to = 0
    for (let slot = start; slot < end; slot = (slot | PAGE_MASK) + 1) {
      const { i32, first } = this.#existing(slot)
      const last = (Math.min(end, first + PAGE_SLOTS) - first) * this.#stride
      for (let at = (slot & PAGE_MASK) * this.#stride; at < last; at++, to++) {
        list[to] = i32[at] as number
        i32[at] = 0
      }
    }
  }

  /** Copies the contents of a slot from a list into a free slot. */
  putIn(slot: number, list: Int32Array, from: number): void {
    const { i32 } = this.pageFor(slot)
    const at = (slot & PAGE_MASK) * this.#stride
    for (let i = 0; i < this.#stride; i++) i32[at + i] = list[from + i] as number
  }

  #existing(slot: number): SlotPage {
    return this.list[slot >>> PAGE_BITS] as SlotPage
  }

  #lengthenFirst(slots: number): void {
    const first = this.list[0]
    if (first === undefined || first.i32.length < PAGE_SLOTS * this.#stride) this.#replaceFirst(slots)
  }

  #replaceFirst(slots: number): void {
    const old = this.list[0]
    const page = new SlotPage(0, Math.min(slots, PAGE_SLOTS), this.#words)
    if (old !== undefined) page.i32.set(old.i32.subarray(0, page.i32.length))
    this.list[0] = page
    this.#account(old, -1)
    this.#account(page, 1)
  }

  #account(page: SlotPage | undefined, sign: number): void {
    if (page !== undefined) this.bytes += sign * page.f64.byteLength
  }
}
