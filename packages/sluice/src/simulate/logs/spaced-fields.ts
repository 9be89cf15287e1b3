/** Fields with blanks or tabs between them, and quotes around those that hold blanks. */

const TAB = 9
const BLANK = 32
const QUOTE = 34
/** Fields after these are counted, but where they are is not kept. */
const KEPT_FIELDS = 256

/** Splits lines; where the fields of the last line begin and end is in `starts` and `ends`. */
export class SpacedFields {
  readonly starts: Int32Array = new Int32Array(KEPT_FIELDS)
  readonly ends: Int32Array = new Int32Array(KEPT_FIELDS)

  /** Gives the number of fields. Separators at the end of the line do not count. */
  split(bytes: Uint8Array, start: number, end: number): number {
    let count = 0
    let at = start
    while (at < end) {
      const begin = at
      if (bytes[at] === QUOTE) at = afterQuote(bytes, at + 1, end)
      while (at < end && bytes[at] !== BLANK && bytes[at] !== TAB) at++
      if (count < KEPT_FIELDS) {
        this.starts[count] = begin
        this.ends[count] = at
      }
      if (at > begin || at + 1 < end) count++
      at++
    }
    return count
  }
}

/** The index after the next quote, or `end`. */
function afterQuote(bytes: Uint8Array, at: number, end: number): number {
  let index = at
  while (index < end && bytes[index] !== QUOTE) index++
  return Math.min(end, index + 1)
}
