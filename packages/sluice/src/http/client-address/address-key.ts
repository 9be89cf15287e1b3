import ipaddr from 'ipaddr.js'
import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import type { Address } from './address.ts'
import { parseRange, type AddressRange, type Range } from './trusted-ranges.ts'

const GROUP_BITS = 16
const GROUPS = 8

/** Bits before the IPv4 address behind a translator. */
const TRANSLATION_BITS = 96

/** Puts an address into the words of a key: IPv4 whole, IPv6 by its prefix, as RFC 5952 writes it. */
export function addressKeys(
  ipv6Prefix: number,
  translationPrefixes: readonly AddressRange[],
): (address: Address) => string {
  const translators = translationPrefixes.map(translationPrefix)
  const suffix = ipv6Prefix === GROUPS * GROUP_BITS ? '' : `/${ipv6Prefix}`
  return (address) => {
    if ('octets' in address) return address.octets.join('.')
    const { parts } = address
    if (translators.some(({ base, bits }) => address.match([base, bits]))) return ipv4Text(parts)
    return `${new ipaddr.IPv6(masked(parts, ipv6Prefix)).toRFC5952String()}${suffix}`
  }
}

/** The last 32 bits as an IPv4 address. */
function ipv4Text(parts: readonly number[]): string {
  const [high = 0, low = 0] = parts.slice(-2)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function masked(parts: readonly number[], bits: number): number[] {
  return parts.map((part, index) => {
    const kept = Math.min(Math.max(bits - index * GROUP_BITS, 0), GROUP_BITS)
    return part & (0xffff << (GROUP_BITS - kept)) & 0xffff
  })
}

function translationPrefix(text: AddressRange): Range {
  const range = parseRange('translationPrefixes', text)
  if (range.base.kind() === 'ipv6' && range.bits === TRANSLATION_BITS) return range
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `translationPrefixes holds IPv6 prefixes of ${TRANSLATION_BITS} bits such as "64:ff9b::/96"; found ${shown(text)}.`,
    { field: 'translationPrefixes', value: text },
  )
}
