/**
 * Finds members of a JSON object without building it: where the value of each wanted member begins and ends. The text
 * of a number stays as written, so integers above 2^53 and decimals lose nothing. The whole line must be one object.
 */
import { afterQuoted } from './quoted.ts'
import { decodeText, encodeText } from './text.ts'

/** Deeper nesting is refused rather than risking the stack. */
const DEEPEST = 200

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92

/** A member name that leads to wanted values. */
interface Wanted {
  readonly name: Uint8Array
  slot: number
  readonly inside: Wanted[]
}

export class JsonMembers {
  /** Where each wanted value begins, as written; -1 if the object read last does not have it. */
  readonly starts: number[] = []
  readonly ends: number[] = []
  readonly #wanted: Wanted[] = []
  #bytes: Uint8Array = new Uint8Array(0)
  #end = 0

  /** Wants the value at a path of names, the outermost first. Gives its place in `starts` and `ends`. */
  want(path: readonly string[]): number {
    let inside = this.#wanted
    let member: Wanted | undefined
    for (const name of path) {
      member = memberNamed(inside, name)
      inside = member.inside
    }
    if (member === undefined) return -1
    if (member.slot < 0) {
      member.slot = this.starts.push(-1) - 1
      this.ends.push(-1)
    }
    return member.slot
  }

  /** Reads the object at `bytes[start..end)`; false if it is not one whole object. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.#bytes = bytes
    this.#end = end
    this.starts.fill(-1)
    const at = this.#skipBlanks(start)
    if (at >= end || bytes[at] !== 123) return false
    const after = this.#object(at, this.#wanted, 0)
    return after >= 0 && this.#skipBlanks(after) === end
  }

  #skipBlanks(at: number): number {
    const bytes = this.#bytes
    let index = at
    while (index < this.#end && (bytes[index] === 32 || (bytes[index]! >= 9 && bytes[index]! <= 13))) index++
    return index
  }

  /** The index after the object whose `{` is at `at`, or -1. The same holds for the methods below. */
  #object(at: number, wanted: readonly Wanted[], depth: number): number {
    const bytes = this.#bytes
    let index = this.#skipBlanks(at + 1)
    if (bytes[index] === 125 && index < this.#end) return index + 1
    for (;;) {
      if (bytes[index] !== QUOTE || index >= this.#end) return -1
      const nameEnd = afterQuoted(bytes, index + 1, this.#end)
      if (nameEnd < 0) return -1
      const member = wanted.length === 0 ? undefined : this.#find(wanted, index + 1, nameEnd - 1)
      const colon = this.#skipBlanks(nameEnd)
      if (bytes[colon] !== COLON || colon >= this.#end) return -1
      index = this.#member(this.#skipBlanks(colon + 1), member, depth)
      if (index < 0) return -1
      index = this.#skipBlanks(index)
      if (index >= this.#end) return -1
      if (bytes[index] === 125) return index + 1
      if (bytes[index] !== COMMA) return -1
      index = this.#skipBlanks(index + 1)
    }
  }

  #member(at: number, member: Wanted | undefined, depth: number): number {
    const after = this.#value(at, member?.inside ?? [], depth)
    if (member !== undefined && member.slot >= 0) {
      this.starts[member.slot] = at
      this.ends[member.slot] = after
    }
    return after
  }

  #value(at: number, wanted: readonly Wanted[], depth: number): number {
    if (at >= this.#end || depth > DEEPEST) return -1
    const first = this.#bytes[at]
    if (first === QUOTE) return afterQuoted(this.#bytes, at + 1, this.#end)
    if (first === 123) return this.#object(at, wanted, depth + 1)
    if (first === 91) return this.#array(at, depth + 1)
    return this.#word(at)
  }

  #array(at: number, depth: number): number {
    let index = this.#skipBlanks(at + 1)
    if (this.#bytes[index] === 93 && index < this.#end) return index + 1
    for (;;) {
      index = this.#value(index, [], depth)
      if (index < 0) return -1
      index = this.#skipBlanks(index)
      if (index >= this.#end) return -1
      if (this.#bytes[index] === 93) return index + 1
      if (this.#bytes[index] !== COMMA) return -1
      index = this.#skipBlanks(index + 1)
    }
  }

  /** A number, `true`, `false` or `null`. */
  #word(at: number): number {
    const bytes = this.#bytes
    let index = at
    while (index < this.#end && isWordByte(bytes[index]!)) index++
    const isNumber = bytes[at] === 45 || (bytes[at]! >= 48 && bytes[at]! <= 57)
    if (index > at && isNumber) return index
    const length = index - at
    const isWord = length === 5 ? bytes[at] === 102 : length === 4 && (bytes[at] === 110 || bytes[at] === 116)
    return isWord ? index : -1
  }

  #find(wanted: readonly Wanted[], start: number, end: number): Wanted | undefined {
    const bytes = this.#bytes
    for (const member of wanted) {
      const { name } = member
      if (name.length !== end - start) continue
      let index = 0
      while (index < name.length && bytes[start + index] === name[index]) index++
      if (index === name.length) return member
    }
    return bytes.subarray(start, end).includes(BACKSLASH) ? this.#findEscaped(wanted, start, end) : undefined
  }

  #findEscaped(wanted: readonly Wanted[], start: number, end: number): Wanted | undefined {
    const text = jsonText(this.#bytes, start - 1, end + 1)
    return wanted.find(({ name }) => text === decodeText(name, 0, name.length))
  }
}

/** The text of a JSON string with its quotes at `bytes[start..end)`; as written if an escape in it is wrong. */
export function jsonText(bytes: Uint8Array, start: number, end: number): string {
  const text = decodeText(bytes, start, end)
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 97 && byte <= 122) ||
    byte === 43 ||
    byte === 45 ||
    byte === 46 ||
    byte === 69
  )
}

function memberNamed(members: Wanted[], name: string): Wanted {
  const known = members.find((member) => decodeText(member.name, 0, member.name.length) === name)
  if (known) return known
  const member = { name: encodeText(name), slot: -1, inside: [] }
  members.push(member)
  return member
}
