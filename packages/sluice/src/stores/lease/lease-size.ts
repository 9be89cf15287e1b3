/** A lease that is used up within this part of its ttl was too small. */
const QUICKLY = 1 / 4

/**
 * How many units a key is worth at a time. It starts small and doubles while leases are used up quickly, which makes for
 * about one round trip in a quarter of the ttl or more; what is left over at the end of a lease makes the next one as
 * small as what was used.
 */
export class LeaseSize {
  readonly #most: number
  readonly #ttlMs: number
  #units: number

  constructor(first: number, most: number, ttlMs: number) {
    this.#most = most
    this.#ttlMs = ttlMs
    this.#units = Math.min(first, most)
  }

  /** Units to ask for with a request of this cost. */
  wanted(cost: number): number {
    return Math.max(cost, this.#units)
  }

  /** A lease did not suffice after `passedMs`; requests for `demand` units came while it was under way, at the least. */
  usedUp(passedMs: number, demand: number): void {
    if (passedMs < this.#ttlMs * QUICKLY) {
      this.#units = Math.min(this.#most, Math.max(this.#units * 2, demand))
    }
  }

  /** A lease ended with units left over, after so many had been used. */
  ended(used: number): void {
    this.#units = Math.min(this.#units, Math.max(1, used))
  }
}
