/** The keys of one limit that are blocked, and until when. Few as a rule, so a plain map serves. */
export class Blocks {
  readonly #maxKeys: number
  readonly #untilMs = new Map<string, number>()

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get size(): number {
    return this.#untilMs.size
  }

  leftMs(high: number, low: number, nowMs: number): number {
    return Math.max(0, (this.#untilMs.get(`${high}:${low}`) ?? 0) - nowMs)
  }

  /** Sets the end of a key's block; one that is not ahead lifts it. Beyond `maxKeys` the block that ends first goes. */
  set(high: number, low: number, untilMs: number, nowMs: number): void {
    this.#untilMs.delete(`${high}:${low}`)
    for (const [key, endMs] of this.#untilMs) if (endMs <= nowMs) this.#untilMs.delete(key)
    if (untilMs <= nowMs) return
    if (this.#untilMs.size >= this.#maxKeys) this.#untilMs.delete(this.#first())
    this.#untilMs.set(`${high}:${low}`, untilMs)
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

  #first(): string {
    let first = ''
    let least = Infinity
    for (const [key, untilMs] of this.#untilMs) {
      if (untilMs >= least) continue
      first = key
      least = untilMs
    }
    return first
  }
}
