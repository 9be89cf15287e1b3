/**
 * Reads addresses strictly. `ipaddr.js` knows many historical spellings (`010.0.0.1`, `3405803783`, `1.2`) in which one
 * address has many texts and some readers see another one; only the spellings of RFC 4291 and dotted decimals pass here.
 */
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

const ZERO = 48

const LONGEST_IPV4 = 15

/** The longest text of an IPv6 address without its zone. */
const LONGEST_IPV6 = 45

/**
 * An address with or without a port: `192.0.2.1:80`, `[2001:db8::1]:443`. A zone (`%eth0`) is dropped, and IPv4 within IPv6
 * (`::ffff:0:0/96`) is IPv4, however it is written.
 */
export function parseAddressAndPort(text: string): Address | undefined {
  if (text.startsWith('[')) {
    const [, inside] = /^\[([^[\]]{2,})\](?::[0-9]{1,5})?$/.exec(text) ?? []
    return inside === undefined ? undefined : parseIpv6(inside)
  }
  const colon = text.indexOf(':')
  if (colon < 0) return parseIpv4(text)
  if (colon !== text.lastIndexOf(':')) return parseIpv6(text)
  return /^[0-9]{1,5}$/.test(text.slice(colon + 1)) ? parseIpv4(text.slice(0, colon)) : undefined
}

/** Four decimals of up to 255 without leading zeros, read without the patterns of the library, which take longer. */
export function parseIpv4(text: string): ipaddr.IPv4 | undefined {
  if (text.length > LONGEST_IPV4) return undefined
  const octets: number[] = []
  let octet = -1
  for (let at = 0; at <= text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit >= 0 && digit <= 9) {
      if (octet === 0) return undefined
      octet = Math.max(octet, 0) * 10 + digit
      if (octet > 255) return undefined
    } else {
      if (octet < 0 || (at < text.length && text[at] !== '.')) return undefined
      octets.push(octet)
      octet = -1
    }
  }
  return octets.length === 4 ? new ipaddr.IPv4(octets) : undefined
}

export function parseIpv6(text: string): Address | undefined {
  const address = parseUnmappedIpv6(text)
  return address === undefined ? undefined : (mappedIpv4(address) ?? address)
}

/** The IPv4 address that an address in `::ffff:0:0/96` stands for. */
export function mappedIpv4({ parts }: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const [a, b, c, d, e, f, high = 0, low = 0] = parts
  const isMapped = f === 0xffff && (a || b || c || d || e) === 0
  return isMapped ? new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]) : undefined
}

/** An IPv6 address as it stands, also one that holds an IPv4 address. */
export function parseUnmappedIpv6(text: string): ipaddr.IPv6 | undefined {
  const zone = text.indexOf('%')
  if (zone === text.length - 1) return undefined
  const groups = hexGroups(zone < 0 ? text : text.slice(0, zone))
  if (groups === undefined) return undefined
  try {
    return ipaddr.IPv6.parse(groups)
  } catch {
    return undefined
  }
}

/**
 * Groups of up to four hexadecimal digits each. The last two may be written as an IPv4 address; they are put in
 * hexadecimal here, because `ipaddr.js` takes `::192.0.2.1` for `::ffff:192.0.2.1`, which is another address.
 */
function hexGroups(text: string): string | undefined {
  if (text.length > LONGEST_IPV6 || !/^(?:[0-9a-fA-F]{0,4}:){2,8}[0-9a-fA-F.]*$/.test(text)) return undefined
  const start = text.lastIndexOf(':') + 1
  const last = text.slice(start)
  if (!last.includes('.')) return last.length <= 4 ? text : undefined
  const octets = parseIpv4(last)?.octets
  if (octets === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = octets
  return `${text.slice(0, start)}${hex(a, b)}:${hex(c, d)}`
}

function hex(high: number, low: number): string {
  return ((high << 8) | low).toString(16)
}
