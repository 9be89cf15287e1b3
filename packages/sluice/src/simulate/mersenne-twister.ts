/**
 * MT19937: 32-bit numbers with a period of 2^19937 - 1 (M. Matsumoto and T. Nishimura, "Mersenne Twister: a
 * 623-dimensionally equidistributed uniform pseudo-random number generator", ACM TOMACS 8(1), 1998), seeded by
 * the `init_by_array` that its authors added in 2002. It repeats; it is not for secrets.
 */
const STATE_WORDS = 624
const MIDDLE = 397

export class MersenneTwister {
  readonly #state: Uint32Array = new Uint32Array(STATE_WORDS)
  #position: number = STATE_WORDS

  /** `key` holds at least one word; each word counts as 32 bits without a sign. */
  constructor(key: readonly number[]) {
    seedByNumber(this.#state, 19650218)
    seedByArray(this.#state, key)
  }

  /** The next number, from 0 to 2^32 - 1. */
  nextUint32(): number {
    if (this.#position === STATE_WORDS) {
      regenerate(this.#state)
      this.#position = 0
    }
    let word = this.#state[this.#position++]!
    word ^= word >>> 11
    word ^= (word << 7) & 0x9d2c5680
    word ^= (word << 15) & 0xefc60000
    return (word ^ (word >>> 18)) >>> 0
  }
}

function seedByNumber(state: Uint32Array, seed: number): void {
  state[0] = seed
  for (let i = 1; i < STATE_WORDS; i++) state[i] = Math.imul(1812433253, mixed(state[i - 1]!)) + i
}

function seedByArray(state: Uint32Array, key: readonly number[]): void {
  let i = 1
  const step = (): void => {
    i += 1
    if (i === STATE_WORDS) {
      state[0] = state[STATE_WORDS - 1]!
      i = 1
    }
  }

  for (let round = 0; round < Math.max(STATE_WORDS, key.length); round++) {
    const j = round % key.length
    state[i] = (state[i]! ^ Math.imul(mixed(state[i - 1]!), 1664525)) + key[j]! + j
    step()
  }
  for (let round = 1; round < STATE_WORDS; round++) {
    state[i] = (state[i]! ^ Math.imul(mixed(state[i - 1]!), 1566083941)) - i
    step()
  }
  // One bit is set for certain, so the state can never be all zeros.
  state[0] = 0x80000000
}

function mixed(word: number): number {
  return word ^ (word >>> 30)
}

function regenerate(state: Uint32Array): void {
  for (let i = 0; i < STATE_WORDS; i++) {
    const joined = (state[i]! & 0x80000000) | (state[(i + 1) % STATE_WORDS]! & 0x7fffffff)
    const twisted = (joined >>> 1) ^ ((joined & 1) === 1 ? 0x9908b0df : 0)
    state[i] = state[(i + MIDDLE) % STATE_WORDS]! ^ twisted
  }
}
