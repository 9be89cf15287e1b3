import type { Limit } from '../../limits/limit.ts'

/** The state of a key as another limit than the table's own counts it. */
export interface MovedState {
  readonly limit: Limit
  readonly state: unknown
  /** When the key is as good as new. */
  readonly resetMs: number
}

/** States looked at for expiry whenever one is added, so that their number falls once keys stop coming. */
const SWEPT_AT_ONCE = 2
const LOOKED_AT_FOR_EVICTION = 16

/**
 * The states of keys that were last decided under another limit, which counts in parts of its own: brought back and forth
 * at every request they would lose a part each time. Few as a rule, so a plain map serves.
 */
export class MovedStates {
  readonly #maxKeys: number
  readonly #states = new Map<string, MovedState>()
  #cursor = this.#states.entries()
  #evictions = 0

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  get size(): number {
    return this.#states.size
  }

  get evictions(): number {
    return this.#evictions
  }

  get(high: number, low: number): MovedState | undefined {
    return this.#states.size === 0 ? undefined : this.#states.get(`${high}:${low}`)
  }

  set(high: number, low: number, moved: MovedState): void {
    const key = `${high}:${low}`
    if (!this.#states.has(key) && this.#states.size >= this.#maxKeys) this.#evict()
    this.#states.set(key, moved)
  }

  delete(high: number, low: number): boolean {
    return this.#states.size > 0 && this.#states.delete(`${high}:${low}`)
  }

  clear(): void {
    this.#states.clear()
  }

  /** Looks at a few, and drops those that are as good as new; tells whether there were any. */
  sweep(nowMs: number): boolean {
    const before = this.#states.size
    for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
      const [key, moved] = this.#next() ?? []
      if (key !== undefined && moved !== undefined && moved.resetMs <= nowMs) this.#states.delete(key)
    }
    return this.#states.size < before
  }

  /** Fingerprint halves and state of each key. */
  *entries(): Iterable<[number, number, MovedState]> {
    for (const [key, moved] of this.#states) {
      const [high = '', low = ''] = key.split(':')
      yield [Number(high), Number(low), moved]
    }
  }

  /** Of a few, the one that is as good as new first goes. */
  #evict(): void {
    let soonest = ''
    let least = Infinity
    for (let looked = 0; looked < LOOKED_AT_FOR_EVICTION; looked++) {
      const [key, moved] = this.#next() ?? []
      if (key === undefined || moved === undefined || moved.resetMs >= least) continue
      soonest = key
      least = moved.resetMs
    }
    if (this.#states.delete(soonest)) this.#evictions++
  }

  /** The next state of an endless walk around all of them. */
  #next(): [string, MovedState] | undefined {
    const next = this.#cursor.next()
    if (next.done !== true) return next.value
    this.#cursor = this.#states.entries()
    const first = this.#cursor.next()
    return first.done === true ? undefined : first.value
  }
}
