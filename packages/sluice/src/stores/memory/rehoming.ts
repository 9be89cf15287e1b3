/**
 * A change of a table's capacity, one run of keys after another. A run is taken out to its end and each key of it put
 * where it is at home now, so at every moment there is no free slot between a key and its home.
 */
import type { Homes } from './homes.ts'
import type { SlotPages } from './slot-pages.ts'

export class Rehoming {
  readonly #pages: SlotPages
  readonly #homes: Homes
  /** Halves of words in a slot. */
  readonly #stride: number
  #run = new Int32Array(64)

  constructor(pages: SlotPages, homes: Homes, words: number) {
    this.#pages = pages
    this.#homes = homes
    this.#stride = 2 * words
  }

  /** Goes on with a change until so many slots have been passed, or it is complete. */
  move(slots: number): void {
    const homes = this.#homes
    for (let moved = 0; moved < slots && homes.isChanging;)
      moved += homes.isGrowing ? this.#stretch() : this.#squeeze()
  }

  /** Brings the last run of keys that has not moved to where it belongs in a larger table. */
  #stretch(): number {
    const homes = this.#homes
    const last = homes.movedFrom - 1
    if (last < 0) homes.end()
    else if (this.#pages.isFree(last)) homes.movedFrom = last
    else {
      const start = this.#pages.runStart(last)
      homes.movedFrom = start
      return this.#rehome(start, this.#pages.runEnd(last))
    }
    return 1
  }

  /** Brings the first run of keys that has not moved to where it belongs in a smaller table. */
  #squeeze(): number {
    const homes = this.#homes
    const first = homes.movedTo
    if (first >= homes.capacity) {
      homes.end()
      this.#pages.cut(this.#pages.runEnd(homes.capacity) + 1)
    } else if (this.#pages.isFree(first)) homes.movedTo = first + 1
    else {
      const end = this.#pages.runEnd(first)
      homes.movedTo = end
      return this.#rehome(first, end)
    }
    return 1
  }

  /** Takes out the keys from `start` to the end of their run, and puts each where it is at home now. */
  #rehome(start: number, end: number): number {
    const pages = this.#pages
    const stride = this.#stride
    if (this.#run.length < (end - start) * stride) this.#run = new Int32Array(2 * (end - start) * stride)
    const run = this.#run
    pages.takeOut(start, end, run)
    for (let from = 0; from < (end - start) * stride; from += stride) {
      const slot = pages.runEnd(this.#homes.of(run[from] as number))
      pages.holdSlot(slot)
      pages.putIn(slot, run, from)
    }
    return end - start
  }
}
