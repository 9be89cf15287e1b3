import { LinkError } from './link-error.ts'

/** Writes numbers as few bytes. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(256)
  #length: number = 0

  /** What has been written: a view. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#bytes.length)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = value
  }

  /** A whole number from 0 to 2^53 - 1, seven bits a byte, the lowest first (LEB128). */
  whole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new LinkError(`A link holds whole numbers from 0; found ${value}.`)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80)
    this.byte(rest)
  }

  /** Any number, eight bytes. */
  float(value: number): void {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value)
    for (const byte of bytes) this.byte(byte)
  }
}
