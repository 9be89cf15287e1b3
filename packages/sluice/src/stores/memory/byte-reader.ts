declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

/** Reads little-endian numbers one after another. Past the end it throws a `RangeError`. */
export class ByteReader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(): number {
    return this.#view.getUint8(this.#pass(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#pass(2), true)
  }

  u32(): number {
    return this.#view.getUint32(this.#pass(4), true)
  }

  i32(): number {
    return this.#view.getInt32(this.#pass(4), true)
  }

  f64(): number {
    return this.#view.getFloat64(this.#pass(8), true)
  }

  text(): string {
    const length = this.u32()
    const at = this.#pass(length)
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, length))
  }

  #pass(count: number): number {
    const at = this.#at
    this.#at += count
    return at
  }
}
