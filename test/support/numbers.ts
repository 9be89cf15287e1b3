/** A generator of 32-bit numbers (Marsaglia's xorshift), so that a failure can be run again. */
export function numbers(seed: number): () => number {
  let x = seed
  return () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return x >>> 0
  }
}
