import { trimmed } from '../header-input.ts'
import { parseAddressAndPort, type Address } from './address.ts'
import { addressOfElement } from './forwarded-element.ts'
import { anyComma, membersFromRight, unquotedComma } from './members-from-right.ts'

/** What the proxies have written, from the nearest on. `undefined` stands for an entry that is no address. */
export type Entries = Iterable<Address | undefined>

/** Reads the lines of the one configured header; at most `most` members of a list. */
export function entriesOf(source: string, lines: readonly string[], most: number): Entries {
  if (source === 'x-forwarded-for') return members(lines, most, 'any')
  if (source === 'forwarded') return members(lines, most, 'unquoted')
  return single(lines)
}

function* members(lines: readonly string[], most: number, commas: 'any' | 'unquoted'): Entries {
  const read = commas === 'any' ? parseAddressAndPort : addressOfElement
  let seen = 0
  for (const member of membersFromRight(lines, commas === 'any' ? anyComma : unquotedComma)) {
    if (++seen > most) return
    // Lists in HTTP may have empty members, which mean nothing (RFC 9110, section 5.6.1).
    if (member !== '') yield read(member)
  }
}

/** A header of one address, sent twice, is the work of somebody other than the edge: it names nobody. */
function single(lines: readonly string[]): Entries {
  const [line = ''] = lines
  if (lines.length > 1) return [undefined]
  return trimmed(line) === '' ? [] : [parseAddressAndPort(trimmed(line))]
}
