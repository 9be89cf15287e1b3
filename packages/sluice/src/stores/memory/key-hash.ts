/**
 * A seeded 64-bit fingerprint of a key: two independent multilinear hashes modulo two primes just below 2^32 (Carter
 * and Wegman, "Universal classes of hash functions", 1979). The multipliers are secret and random, so whatever two
 * keys somebody picks without seeing fingerprints, the probability that both hashes agree is at most about
 * (blocks / 2^32)^2, with one block for keys up to 24 characters and one for every 48 bytes of longer ones. Among n
 * short keys the probability of any false match is thus about n^2 / 2^65: one in 370,000 for ten million keys.
 *
 * Symbols have 16 bits and multipliers 32, so sums of up to 28 products are whole numbers below 2^53, exact in doubles.
 */
declare const crypto: { getRandomValues<T extends Uint32Array>(array: T): T }

declare class TextEncoder {
  encodeInto(text: string, bytes: Uint8Array): { readonly read: number; readonly written: number }
}

const PRIME_A = 4_294_967_291
const PRIME_B = 4_294_967_279

/** Symbols summed before a reduction. */
const BLOCK = 24

/** Keys up to this length are read unit by unit; longer ones are quicker to encode to bytes first. */
const SHORT = 24

/** Places of the multipliers beyond those of a block's symbols. */
const LENGTH = BLOCK
const CARRY_LOW = BLOCK + 1
const CARRY_HIGH = BLOCK + 2
const KIND = BLOCK + 3
const SCATTER = BLOCK + 4
const SEEDS = BLOCK + 5

/** Numbers of 32 bits that a seed consists of. */
export const SEED_LENGTH: number = 2 * SEEDS

const encoder = new TextEncoder()
const bytes = new Uint8Array(4096)
const pairs = new Uint16Array(bytes.buffer)

export function randomSeed(): Uint32Array {
  return crypto.getRandomValues(new Uint32Array(SEED_LENGTH))
}

export class KeyHash {
  /** The halves of the fingerprint of the last key, as signed 32-bit numbers, never both 0. */
  high = 0
  low = 0
  readonly seed: Uint32Array
  readonly #a = new Float64Array(SEEDS)
  readonly #b = new Float64Array(SEEDS)

  constructor(seed: Uint32Array) {
    this.seed = seed
    for (let i = 0; i < SEEDS; i++) {
      this.#a[i] = (seed[i] as number) % PRIME_A
      this.#b[i] = (seed[SEEDS + i] as number) % PRIME_B
    }
  }

  of(key: string): void {
    if (key.length <= SHORT) this.#short(key)
    else this.#long(key)
  }

  #short(key: string): void {
    const multipliersA = this.#a
    const multipliersB = this.#b
    const length = key.length
    let a = length * (multipliersA[LENGTH] as number)
    let b = length * (multipliersB[LENGTH] as number)
    for (let i = 0; i < length; i++) {
      const unit = key.charCodeAt(i)
      a += unit * (multipliersA[i] as number)
      b += unit * (multipliersB[i] as number)
    }
    this.#finish(reduced(a, PRIME_A), reduced(b, PRIME_B))
  }

  #long(key: string): void {
    const length = key.length
    if (this.#isAscii(key)) {
      if (length % 2 === 1) bytes[length] = 0
      this.#blocks(pairs, (length + 1) >> 1, length, 1)
    } else {
      const units = new Uint16Array(length)
      for (let i = 0; i < length; i++) units[i] = key.charCodeAt(i)
      this.#blocks(units, length, length, 2)
    }
  }

  /** Puts the key into `bytes` and tells whether every unit became one byte: then no lone surrogate was replaced. */
  #isAscii(key: string): boolean {
    const { length } = key
    if (length > bytes.length) return false
    const { read, written } = encoder.encodeInto(key, bytes)
    return read === length && written === length
  }

  /** Sums block after block, each starting from the remainder of the one before as two symbols. */
  #blocks(symbols: Uint16Array, count: number, length: number, kind: number): void {
    const multipliersA = this.#a
    const multipliersB = this.#b
    let a = this.#carried(multipliersA, length) + kind * (multipliersA[KIND] as number)
    let b = this.#carried(multipliersB, length) + kind * (multipliersB[KIND] as number)
    for (let from = 0; ; from += BLOCK) {
      const to = Math.min(BLOCK, count - from)
      for (let i = 0; i < to; i++) {
        const symbol = symbols[from + i] as number
        a += symbol * (multipliersA[i] as number)
        b += symbol * (multipliersB[i] as number)
      }
      a = reduced(a, PRIME_A)
      b = reduced(b, PRIME_B)
      if (from + BLOCK >= count) break
      a = this.#carried(multipliersA, a)
      b = this.#carried(multipliersB, b)
    }
    this.#finish(a, b)
  }

  #carried(multipliers: Float64Array, remainder: number): number {
    const high = Math.floor(remainder / 65_536)
    const low = remainder - high * 65_536
    return low * (multipliers[CARRY_LOW] as number) + high * (multipliers[CARRY_HIGH] as number)
  }

  /** Spreads each half, one to one, so that keys that differ little lie far apart in the table. */
  #finish(a: number, b: number): void {
    const high = scattered(a ^ (this.#a[SCATTER] as number))
    const low = scattered(b ^ (this.#b[SCATTER] as number))
    this.high = high
    this.low = (high | low) === 0 ? 1 : low
  }
}

function reduced(sum: number, prime: number): number {
  const remainder = sum - Math.floor(sum / prime) * prime
  return remainder < 0 ? remainder + prime : remainder >= prime ? remainder - prime : remainder
}

/** The finaliser of MurmurHash3 (Appleby, public domain), a bijection of 32 bits. */
function scattered(half: number): number {
  let mixed = Math.imul(half ^ (half >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
