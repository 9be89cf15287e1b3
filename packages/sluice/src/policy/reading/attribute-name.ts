import type { Faults, Place } from './faults.ts'
import { isReordered } from './near-name.ts'
import { shownText } from './tree.ts'

const KNOWN = ['path', 'method', 'host', 'client', 'user', 'route']
const HEADER = 'header.'

/**
 * The name of an attribute as it is looked up. Any name may be sent with a request, so only what can be no name, or
 * looks like a slip of the pen, is a fault.
 */
export function attributeName(name: string, at: Place, faults: Faults): string | undefined {
  const fault = faultOf(name)
  if (fault === undefined) return name.startsWith(HEADER) ? name.toLowerCase() : name
  faults.add(at, 'unknown-key', ...fault)
  return undefined
}

function faultOf(name: string): readonly [message: string, remedy: string] | undefined {
  if (KNOWN.includes(name)) return undefined
  const meant = KNOWN.find((known) => isSlip(name, known))
  if (meant !== undefined) return [`no attribute is called ${shownText(name)}`, `did you mean ${meant}?`]
  const header = /^headers?[.:-]?(.*)$/is.exec(name)?.[1]
  if (header !== undefined) {
    if (name.startsWith(HEADER) && /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(header)) return undefined
    return [
      `${shownText(name)} names no header`,
      `write header.${header === '' ? 'x-api-key' : header.toLowerCase()}`,
    ]
  }
  if (/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(name)) return undefined
  const remedy = 'write up to 64 letters, digits and . _ -, beginning with a letter'
  return [`an attribute cannot be called ${shownText(name)}`, remedy]
}

/** The same word in another case, in the plural, or with its letters in another order. */
function isSlip(name: string, known: string): boolean {
  const small = name.toLowerCase()
  return small === known || small === `${known}s` || isReordered(small, known)
}
