import { parseIpv4, parseIpv6, type Address } from './address.ts'

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = String.raw`"(?:[\t !#-[\]-~\u0080-\u00ff]|\\[\t -~\u0080-\u00ff])*"`
const PAIR = new RegExp(String.raw`(?:(${TOKEN})=(${TOKEN}|${QUOTED}))?[ \t]*(?:;[ \t]*|$)`, 'y')

/** Longer elements than any proxy writes are not looked into. */
const LONGEST_ELEMENT = 4096

/** The node of `for`: an address with or without a port, which may be obfuscated. */
const NODE = /^(?:(?<ipv4>[0-9.]+)|\[(?<ipv6>[^[\]]+)\])(?::(?:[0-9]{1,5}|_[A-Za-z0-9._-]+))?$/

/**
 * The address in one element of `Forwarded` (RFC 7239, section 4); `undefined` where it hides it, has none, or breaks the
 * grammar: then nothing in it can be relied on.
 */
export function addressOfElement(element: string): Address | undefined {
  const node = element.length > LONGEST_ELEMENT ? undefined : nodeOf(element)
  const groups = NODE.exec(node ?? '')?.groups
  if (groups?.['ipv4'] !== undefined) return parseIpv4(groups['ipv4'])
  return groups?.['ipv6'] === undefined ? undefined : parseIpv6(groups['ipv6'])
}

/** The value of `for`, if every pair follows the grammar and no name comes twice. */
function nodeOf(element: string): string | undefined {
  const values = new Map<string, string>()
  PAIR.lastIndex = 0
  while (PAIR.lastIndex < element.length) {
    const pair = PAIR.exec(element)
    if (pair === null) return undefined
    const [, name, value = ''] = pair
    if (name === undefined) continue
    if (values.has(name.toLowerCase())) return undefined
    values.set(name.toLowerCase(), unquoted(value))
  }
  return values.get('for')
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}
