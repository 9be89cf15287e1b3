/**
 * Every client of one or more logs, numbered from 0 in the order of first sight. Names are compared by their bytes,
 * hashed where they stand, so that reading a line makes no string; two names that are not valid UTF-8 stay two
 * clients even where both are shown with the same replacement character.
 */
import { hashName } from './name-hash.ts'
import { decodeText, encodeText } from './text.ts'

/** What a format needs of a table: a number for a name. */
export interface ClientNumbers {
  /** The number of the client whose name stands at `bytes[start..end)`. */
  indexOf(bytes: Uint8Array, start: number, end: number): number
  /** The number of the client with this name. */
  indexOfText(name: string): number
}

/** Numbers clients; share one table over several logs to know a client again. */
export class ClientTable implements ClientNumbers {
  /** Clients by hash: number + 1, or 0 where free. Never more than half full. */
  #slots: Int32Array = new Int32Array(1024)
  #hashes: Int32Array = new Int32Array(512)
  /** Where each name ends in `#names`; it begins where the one before ends. */
  #ends: Int32Array = new Int32Array(512)
  #names: Uint8Array = new Uint8Array(8192)
  #size = 0
  /** Random, so that nobody can prepare names that all fall into one slot. */
  readonly seed: number = (Math.random() * 0x1_0000_0000) | 0

  /** How many clients there are. */
  get size(): number {
    return this.#size
  }

  indexOf(bytes: Uint8Array, start: number, end: number): number {
    return this.indexOfHashed(bytes, start, end, hashName(bytes, start, end, this.seed))
  }

  /** The same for a name whose hash, begun with `seed`, is known already. */
  indexOfHashed(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hash & mask
    for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#isNamed(entry - 1, bytes, start, end)) return entry - 1
      slot = (slot + 1) & mask
    }
    return this.#add(hash, slot, bytes, start, end)
  }

  indexOfText(name: string): number {
    const bytes = encodeText(name)
    return this.indexOf(bytes, 0, bytes.length)
  }

  /** The name of a client, with U+FFFD for bytes that are not UTF-8. */
  name(index: number): string {
    return decodeText(this.#names, this.#begin(index), this.#ends[index] ?? 0)
  }

  /** The names of the clients from this one on, one after the other, and where each ends. */
  namesFrom(index: number): { readonly bytes: Uint8Array; readonly ends: Int32Array } {
    const begin = this.#begin(index)
    return {
      bytes: this.#names.slice(begin, this.#begin(this.#size)),
      ends: this.#ends.slice(index, this.#size).map((end) => end - begin),
    }
  }

  #begin(index: number): number {
    return index === 0 ? 0 : this.#ends[index - 1]!
  }

  #isNamed(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const names = this.#names
    let at = this.#begin(index)
    if (this.#ends[index]! - at !== end - start) return false
    for (let from = start; from < end; from++, at++) if (names[at] !== bytes[from]) return false
    return true
  }

  #add(hash: number, slot: number, bytes: Uint8Array, start: number, end: number): number {
    const index = this.#size
    const begin = this.#begin(index)
    const nameEnd = begin + end - start
    if (nameEnd > this.#names.length)
      this.#names = grown(this.#names, Math.max(nameEnd, this.#names.length * 2))
    this.#names.set(bytes.subarray(start, end), begin)
    this.#ends[index] = nameEnd
    this.#hashes[index] = hash
    this.#slots[slot] = index + 1
    this.#size = index + 1
    if (this.#size === this.#ends.length) this.#double()
    return index
  }

  #double(): void {
    const ends = new Int32Array(this.#size * 2)
    ends.set(this.#ends)
    this.#ends = ends
    const hashes = new Int32Array(this.#size * 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let index = 0; index < this.#size; index++) {
      let slot = hashes[index]! & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = index + 1
    }
    this.#slots = slots
  }
}

/** The table for a log read as a whole: whatever the name, the client is `*`. */
export class OneClient implements ClientNumbers {
  readonly #index: number

  constructor(clients: ClientNumbers) {
    this.#index = clients.indexOfText('*')
  }

  indexOf(): number {
    return this.#index
  }

  indexOfText(): number {
    return this.#index
  }
}

/** The same bytes at the beginning of a longer array. */
export function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}
