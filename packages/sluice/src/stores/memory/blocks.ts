/**
 * The keys of one limit that are blocked, and until when. Few as a rule, so a plain map serves; like the table it drops
 * what is over a little at a time.
 */
export class Blocks {
  readonly #maxKeys: number
  readonly #untilMs = new Map<string, number>()
  #cursor = this.#untilMs.entries()

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get size(): number {
    return this.#untilMs.size
  }

  leftMs(high: number, low: number, nowMs: number): number {
    return Math.max(0, (this.#untilMs.get(`${high}:${low}`) ?? 0) - nowMs)
  }

  /**
   * Sets the end of a key's block; one that is not ahead lifts it. At `maxKeys` the block that ends first among a few
   * gives way.
   */
  set(high: number, low: number, untilMs: number, nowMs: number): void {
    const key = `${high}:${low}`
    this.#sweep(nowMs)
    if (untilMs <= nowMs) {
      this.#untilMs.delete(key)
      return
    }
    if (!this.#untilMs.has(key) && this.#untilMs.size >= this.#maxKeys) this.#untilMs.delete(this.#soonest())
    this.#untilMs.set(key, untilMs)
  }

  clear(): void {
    this.#untilMs.clear()
  }

  /** Fingerprint halves and end of each block. */
  *entries(): Iterable<[number, number, number]> {
    for (const [key, untilMs] of this.#untilMs) {
      const [high = '', low = ''] = key.split(':')
      yield [Number(high), Number(low), untilMs]
    }
  }

  /** Looks at two blocks further on, one more than can have been added since, and drops those that are over. */
  #sweep(nowMs: number): void {
    for (let looked = 0; looked < 2; looked++) {
      const [key, untilMs = Infinity] = this.#next() ?? []
      if (key !== undefined && untilMs <= nowMs) this.#untilMs.delete(key)
    }
  }

  #soonest(): string {
    let soonest = ''
    let least = Infinity
    for (let looked = 0; looked < 16; looked++) {
      const [key, untilMs = Infinity] = this.#next() ?? []
      if (key === undefined || untilMs >= least) continue
      soonest = key
      least = untilMs
    }
    return soonest
  }

  /** The next block of an endless walk around all of them. */
  #next(): [string, number] | undefined {
    const next = this.#cursor.next()
    if (next.done !== true) return next.value
    this.#cursor = this.#untilMs.entries()
    const first = this.#cursor.next()
    return first.done === true ? undefined : first.value
  }
}
