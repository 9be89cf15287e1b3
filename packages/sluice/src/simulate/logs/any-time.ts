/**
 * Times of tables and JSON, where a field may be written in many ways: ISO 8601 (without a zone: UTC), a number since
 * 1970 whose unit follows from its size (see `epoch-time.ts`), or the stamp of a CLF line with or without brackets.
 */
import { ClfTime } from './clf-time.ts'
import { readEpochTime } from './epoch-time.ts'
import { readIsoTime } from './iso-time.ts'
import type { Stamp } from './stamp.ts'

const BLANK = 32

/** Reads a time that fills its field; the time read last is in `stamp`. */
export class AnyTime {
  readonly #clf: ClfTime = new ClfTime()
  readonly stamp: Stamp = this.#clf.stamp
  #joined: Uint8Array = new Uint8Array(64)

  /** Reads the time at `bytes[start..end)`, blanks around it ignored; false if it is none. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    let from = start
    let to = end
    while (from < to && bytes[from] === BLANK) from++
    while (to > from && bytes[to - 1] === BLANK) to--
    if (from === to) return false
    if (bytes[from] === 91) return this.#clf.read(bytes, from, to) === to
    const after = readIsoTime(bytes, from, to, this.stamp)
    if (after === to) return true
    return readEpochTime(bytes, from, to, this.stamp) === to || this.#clf.readBare(bytes, from, to) === to
  }

  /** Reads a time whose date and time of day stand in two places, as if a blank joined them. */
  readJoined(bytes: Uint8Array, dateStart: number, dateEnd: number, start: number, end: number): boolean {
    const length = dateEnd - dateStart + 1 + end - start
    if (length > 1024) return false
    if (length > this.#joined.length) this.#joined = new Uint8Array(1024)
    const joined = this.#joined
    let to = 0
    for (let at = dateStart; at < dateEnd; at++) joined[to++] = bytes[at]!
    joined[to++] = BLANK
    for (let at = start; at < end; at++) joined[to++] = bytes[at]!
    return this.read(joined, 0, to)
  }
}
