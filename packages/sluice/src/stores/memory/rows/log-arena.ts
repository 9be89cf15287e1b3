/**
 * Memory for many logs: pages of equal blocks, one block size a page, so that a block that is given back serves the
 * next log of its size. An entry is a time and a running total, as in the log of the algorithm.
 */
export interface Page {
  readonly times: Float64Array
  readonly totals: Float64Array
  readonly block: number
}

/** Entries of a page; larger blocks have a page of their own. */
const PAGE_ENTRIES = 8192
const SMALLEST_BLOCK = 2

export class LogArena {
  readonly #pages: Page[] = []
  /** Free blocks by size: page and first entry, in turn. */
  readonly #free = new Map<number, number[]>()
  bytes = 0
  /** The block that `allocate` took. */
  page = 0
  start = 0

  at(page: number): Page {
    return this.#pages[page] as Page
  }

  /** Takes a block with room for so many entries. */
  allocate(entries: number): void {
    const block = Math.max(SMALLEST_BLOCK, 2 ** Math.ceil(Math.log2(entries)))
    const free = this.#free.get(block) ?? this.#addPage(block)
    this.start = free.pop() as number
    this.page = free.pop() as number
    if (free.length === 0) this.#free.delete(block)
  }

  release(page: number, start: number): void {
    const { block } = this.at(page)
    const free = this.#free.get(block)
    if (free === undefined) this.#free.set(block, [page, start])
    else free.push(page, start)
  }

  clear(): void {
    this.#pages.length = 0
    this.#free.clear()
    this.bytes = 0
  }

  #addPage(block: number): number[] {
    const entries = Math.max(block, PAGE_ENTRIES)
    this.#pages.push({ times: new Float64Array(entries), totals: new Float64Array(entries), block })
    this.bytes += 16 * entries
    const free: number[] = []
    for (let start = 0; start < entries; start += block) free.push(this.#pages.length - 1, start)
    this.#free.set(block, free)
    return free
  }
}
