declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Writes little-endian numbers into bytes that grow. */
export class ByteWriter {
  #view = new DataView(new ArrayBuffer(1024))
  #length = 0

  bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer, 0, this.#length)
  }

  u8(value: number): void {
    const at = this.#take(1)
    this.#view.setUint8(at, value)
  }

  u16(value: number): void {
    const at = this.#take(2)
    this.#view.setUint16(at, value, true)
  }

  u32(value: number): void {
    const at = this.#take(4)
    this.#view.setUint32(at, value, true)
  }

  i32(value: number): void {
    const at = this.#take(4)
    this.#view.setInt32(at, value, true)
  }

  f64(value: number): void {
    const at = this.#take(8)
    this.#view.setFloat64(at, value, true)
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.u32(bytes.length)
    const at = this.#take(bytes.length)
    new Uint8Array(this.#view.buffer).set(bytes, at)
  }

  /** Makes room for so many bytes and gives the place of the first. */
  #take(count: number): number {
    const at = this.#length
    this.#length += count
    if (this.#length > this.#view.byteLength) {
      const larger = new Uint8Array(Math.max(2 * this.#view.byteLength, this.#length))
      larger.set(new Uint8Array(this.#view.buffer))
      this.#view = new DataView(larger.buffer)
    }
    return at
  }
}
