import type { Refusal } from './refusal.ts'

/**
 * The refusals of one limiter, each under the keys that were refused, of all its limits together. It holds so many at
 * most; the one that was remembered first goes first.
 */
export class RefusalMemory {
  readonly #maxKeys: number
  readonly #refusals = new Map<string, Refusal>()
  /** Where limits may have keys of their own: under which names the refusals with a key are. */
  readonly #names: Map<string, Set<string>> | undefined

  constructor(maxKeys: number, limits: number) {
    this.#maxKeys = maxKeys
    this.#names = limits > 1 ? new Map() : undefined
  }

  get size(): number {
    return this.#refusals.size
  }

  find(keys: readonly string[]): Refusal | undefined {
    return this.#refusals.size === 0 ? undefined : this.#refusals.get(this.#nameOf(keys))
  }

  keep(refusal: Refusal): void {
    const name = this.#nameOf(refusal.keys)
    this.#drop(name)
    this.#refusals.set(name, refusal)
    for (const place of this.#placesOf(refusal.keys)) {
      const names = this.#names?.get(place)
      if (names === undefined) this.#names?.set(place, new Set([name]))
      else names.add(name)
    }
    if (this.#refusals.size <= this.#maxKeys) return
    for (const oldest of this.#refusals.keys()) return this.#drop(oldest)
  }

  /** Forgets the refusal of these keys. */
  drop(keys: readonly string[]): void {
    if (this.#refusals.size > 0) this.#drop(this.#nameOf(keys))
  }

  /** Forgets every refusal in which a limit has the same key as here. */
  forget(keys: readonly string[]): void {
    if (this.#refusals.size === 0) return
    if (this.#names === undefined) return this.#drop(this.#nameOf(keys))
    for (const place of this.#placesOf(keys)) {
      for (const name of this.#names.get(place) ?? []) this.#drop(name)
    }
  }

  clear(): void {
    this.#refusals.clear()
    this.#names?.clear()
  }

  #drop(name: string): void {
    const refusal = this.#refusals.get(name)
    if (refusal === undefined) return
    this.#refusals.delete(name)
    for (const place of this.#placesOf(refusal.keys)) {
      const names = this.#names?.get(place)
      names?.delete(name)
      if (names?.size === 0) this.#names?.delete(place)
    }
  }

  /** One text for the keys of all limits, which no other keys have. */
  #nameOf(keys: readonly string[]): string {
    return this.#names === undefined ? (keys[0] ?? '') : JSON.stringify(keys)
  }

  #placesOf(keys: readonly string[]): readonly string[] {
    return this.#names === undefined ? [] : keys.map((key, index) => `${index} ${key}`)
  }
}
