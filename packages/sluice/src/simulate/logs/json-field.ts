/** A field of JSON records that a user or a format names: a member of exactly that name, else a dotted path. */
import type { JsonMembers } from './json-members.ts'

const LETTER_N = 110

export class JsonField {
  readonly #members: JsonMembers
  readonly #slots: readonly number[]

  /** The first of the names that a record has is taken. */
  constructor(members: JsonMembers, names: readonly string[]) {
    this.#members = members
    this.#slots = names.flatMap((name) => {
      const exact = members.want([name])
      return name.includes('.') ? [exact, members.want(name.split('.'))] : [exact]
    })
  }

  /** The place of its value in the record read last; -1 if there is none or it is `null`. */
  slot(bytes: Uint8Array): number {
    for (const slot of this.#slots) {
      const start = this.#members.starts[slot]!
      if (start >= 0 && bytes[start] !== LETTER_N) return slot
    }
    return -1
  }
}
