/**
 * Reads structured fields (RFC 9651, section 4.2). One syntax error makes a whole field unreadable, as the RFC wants it:
 * the answer is then `undefined`. Every pattern reads on in one direction, so the time is that of the text's length.
 */
import { readBareItem } from './read-bare-item.ts'
import type { BareItem, Member, Parameters } from './member.ts'
import { SyntaxFault, TextReader } from './text-reader.ts'

const KEY = /[a-z*][a-z0-9_.*-]*/y
const SPACES = / */y
const COMMA = /[ \t]*,[ \t]*/y
const yes: BareItem = { type: 'boolean', value: true }

/** The members of a List. */
export function readList(text: string): readonly Member[] | undefined {
  return whole(text, (reader) => {
    const members: Member[] = []
    readMembers(reader, () => {
      members.push(readMember(reader))
    })
    return members
  })
}

/** The members of a Dictionary. */
export function readDictionary(text: string): ReadonlyMap<string, Member> | undefined {
  return whole(text, (reader) => {
    const members = new Map<string, Member>()
    readMembers(reader, () => {
      const key = reader.must(KEY)
      const member = reader.take('=') ? readMember(reader) : { item: yes, parameters: readParameters(reader) }
      members.set(key, member)
    })
    return members
  })
}

function whole<T>(text: string, read: (reader: TextReader) => T): T | undefined {
  const reader = new TextReader(text)
  try {
    reader.may(SPACES)
    return read(reader)
  } catch (fault) {
    if (fault instanceof SyntaxFault) return undefined
    throw fault
  }
}

function readMembers(reader: TextReader, readOne: () => void): void {
  if (reader.isAtEnd()) return
  for (;;) {
    readOne()
    if (isOver(reader)) return
    reader.must(COMMA)
  }
}

function isOver(reader: TextReader): boolean {
  const { at } = reader
  reader.may(SPACES)
  if (reader.isAtEnd()) return true
  reader.at = at
  return false
}

function readMember(reader: TextReader): Member {
  if (!reader.take('(')) return { item: readBareItem(reader), parameters: readParameters(reader) }
  readInnerItems(reader)
  return { item: undefined, parameters: readParameters(reader) }
}

/** Reads the items of an inner list, which no field here uses, so that what follows it can be read. */
function readInnerItems(reader: TextReader): void {
  for (;;) {
    reader.may(SPACES)
    if (reader.take(')')) return
    readBareItem(reader)
    readParameters(reader)
    if (!reader.sees(' ') && !reader.sees(')')) throw new SyntaxFault()
  }
}

function readParameters(reader: TextReader): Parameters {
  const parameters = new Map<string, BareItem>()
  while (reader.take(';')) {
    reader.may(SPACES)
    const key = reader.must(KEY)
    parameters.set(key, reader.take('=') ? readBareItem(reader) : yes)
  }
  return parameters
}
