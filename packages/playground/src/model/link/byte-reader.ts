import { LinkError } from './link-error.ts'

/** Reads what `ByteWriter` wrote; anything else is a `LinkError`. */
export class ByteReader {
  readonly #bytes: Uint8Array<ArrayBuffer>
  #at: number = 0

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new LinkError('The link is cut off.')
    this.#at += 1
    return byte
  }

  /** A whole number from 0 to `most`. */
  whole(most: number = Number.MAX_SAFE_INTEGER): number {
    let value = 0
    for (let weight = 1; weight <= 2 ** 49; weight *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * weight
      if (byte >= 0x80) continue
      if (value <= most) return value
      break
    }
    throw new LinkError(`The link holds a number that is too large, above ${most}.`)
  }

  float(): number {
    const bytes = Uint8Array.from({ length: 8 }, () => this.byte())
    return new DataView(bytes.buffer).getFloat64(0)
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw new LinkError('The link is longer than what it holds.')
  }
}
