import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { mappedIpv4, parseIpv4, parseUnmappedIpv6, type Address } from './address.ts'

/** A range of addresses: one address, `10.0.0.0/8`, `2001:db8::/32`, or one of the names `loopback`, `private` and `link-local`. */
export type AddressRange = string

export interface Range {
  readonly base: Address
  readonly bits: number
}

/** Ranges by name: RFC 1122 and 4291, RFC 1918 and 4193, RFC 3927 and 4291. */
const namedRanges: Readonly<Record<string, readonly AddressRange[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
}

/** Bits before the IPv4 address in `::ffff:0:0/96`. */
const MAPPED_BITS = 96

/**
 * Whether an address is in one of the ranges. Ranges of IPv4 written within IPv6 are those of IPv4.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 */
export function rangeTest(field: string, ranges: readonly AddressRange[]): (address: Address) => boolean {
  const all = ranges
    .flatMap((range) => (Object.hasOwn(namedRanges, range) ? (namedRanges[range] ?? []) : [range]))
    .map((text) => parseRange(field, text))
  const ipv4 = all.filter(({ base }) => base.kind() === 'ipv4')
  const ipv6 = all.filter(({ base }) => base.kind() === 'ipv6')
  return (address) =>
    (address.kind() === 'ipv4' ? ipv4 : ipv6).some(({ base, bits }) => address.match([base, bits]))
}

/**
 * A range from its text.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 */
export function parseRange(field: string, text: unknown): Range {
  const range = typeof text === 'string' ? rangeOf(text) : undefined
  if (range !== undefined) return range
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} holds addresses, ranges such as "10.0.0.0/8", and ${Object.keys(namedRanges).map(shown).join(', ')}; found ${shown(text)}.`,
    { field, value: text },
  )
}

function rangeOf(text: string): Range | undefined {
  const [, host = '', digits] = /^([^/]+)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? []
  const base = parseIpv4(host) ?? parseUnmappedIpv6(host)
  if (base === undefined) return undefined
  const most = base.kind() === 'ipv4' ? 32 : 128
  const bits = digits === undefined ? most : Number(digits)
  if (bits > most) return undefined
  const mapped = 'parts' in base && bits >= MAPPED_BITS ? mappedIpv4(base) : undefined
  return mapped === undefined ? { base, bits } : { base: mapped, bits: bits - MAPPED_BITS }
}
