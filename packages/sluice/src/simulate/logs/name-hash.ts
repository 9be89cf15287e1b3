/**
 * The hash of a client's name: four bytes at a time, the first the lowest, and what is left over as one shorter word.
 * Scanning a field and hashing it is one pass over words, where a pass over bytes would cost as much as all the rest.
 */

import { bitsBelow, equalBytes } from './words.ts'

const BLANKS = 0x20202020
const COLONS = 0x3a3a3a3a
const LINE_FEEDS = 0x0a0a0a0a

/** The hash of `bytes[start..end)`. */
export function hashName(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed
  let at = start
  for (; at + 4 <= end; at += 4) {
    hash = mix(hash, bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
  }
  if (at < end) {
    let rest = 0
    for (let shift = 0; at < end; at++, shift += 8) rest |= bytes[at]! << shift
    hash = mix(hash, rest)
  }
  return finish(hash)
}

/** A name read up to the blank that ends it. */
export class NameScan {
  hash = 0
  /** Where the blank stands. */
  end = 0
  /** Whether there may be a colon, so that a port has to be looked for. */
  mayHoldColon = false

  /** Scans from `at`; false if no blank ends the name in this line and before `limit`. */
  scan(view: DataView, at: number, limit: number, seed: number): boolean {
    let hash = seed
    let colons = 0
    for (let index = at; index + 4 <= limit; index += 4) {
      const word = view.getInt32(index, true)
      const blank = equalBytes(word, BLANKS)
      colons |= equalBytes(word, COLONS)
      if (equalBytes(word, LINE_FEEDS) !== 0) return false
      if (blank === 0) {
        hash = mix(hash, word)
        continue
      }
      const bits = bitsBelow(blank)
      if (bits > 0) hash = mix(hash, word & ((1 << bits) - 1))
      this.hash = finish(hash)
      this.end = index + (bits >> 3)
      this.mayHoldColon = colons !== 0
      return true
    }
    return false
  }
}

function mix(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, 0x9e3779b1)
}

/** Lets every bit of the hash reach the low ones, which choose the slot. */
function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return once ^ (once >>> 13)
}
