/** SHA-256 (FIPS 180-4), here because partition keys are made while a request waits and Web Crypto only promises. */

/** Bytes that are taken in at once. */
export const BLOCK_BYTES = 64

const first32BitsOf = (root: number): number => ((root % 1) * 2 ** 32) | 0

const primes: readonly number[] = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (__, d) => d).some((d) => d > 1 && n % d === 0),
)

/** The fractions of the square roots of the first 8 primes, and of the cube roots of the first 64. */
const start = Int32Array.from(primes.slice(0, 8), (prime) => first32BitsOf(Math.sqrt(prime)))
const constants = Int32Array.from(primes.slice(0, 64), (prime) => first32BitsOf(Math.cbrt(prime)))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = withPadding(message)
  const view = new DataView(padded.buffer)
  const hash = start.slice()
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i)
    spread(words)
    compress(hash, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [i, word] of hash.entries()) digest.setInt32(4 * i, word)
  return new Uint8Array(digest.buffer)
}

/** A one bit, zeros, and the length in bits in the last eight bytes. */
function withPadding(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(padded.length - 4, message.length * 8)
  return padded
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function spread(words: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const before15 = words[i - 15] as number
    const before2 = words[i - 2] as number
    const low = rotated(before15, 7) ^ rotated(before15, 18) ^ (before15 >>> 3)
    const high = rotated(before2, 17) ^ rotated(before2, 19) ^ (before2 >>> 10)
    words[i] = (words[i - 16] as number) + low + (words[i - 7] as number) + high
  }
}

function compress(hash: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as Eight
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const sumE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + sumE + choice + (constants[i] as number) + (words[i] as number)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const sumA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + sumA + majority) | 0
  }
  const [a0, b0, c0, d0, e0, f0, g0, h0] = hash as unknown as Eight
  hash.set([a0 + a, b0 + b, c0 + c, d0 + d, e0 + e, f0 + f, g0 + g, h0 + h])
}

type Eight = [number, number, number, number, number, number, number, number]
