import { SluiceError } from '../../errors.ts'
import { checkOptions, shown } from '../../limits/options.ts'
import { headerValues, type HeaderInput } from '../header-input.ts'
import { parseAddressAndPort, type Address } from './address.ts'
import { addressKeys } from './address-key.ts'
import { entriesOf, type Entries } from './address-source.ts'
import { remembered } from './remembered.ts'
import { MOST_HOPS, trustOf, type Trust } from './trust.ts'
import type { AddressRange } from './trusted-ranges.ts'

export interface ClientAddressOptions {
  /**
   * The one header that names clients: `'x-forwarded-for'`, `'forwarded'` (RFC 7239), or one that holds a single
   * address, such as `'cf-connecting-ip'`. Default `'none'`: the peer of the connection is the client.
   */
  readonly source?: string
  /**
   * Your own proxies: addresses, ranges such as `'10.0.0.0/8'`, and the names `'loopback'`, `'private'`, `'link-local'`
   * and `'unix-socket'`. The header is read only if the peer is one of them, and only as far as they have written it.
   * Default none.
   */
  readonly trusted?: readonly AddressRange[]
  /**
   * Instead of `trusted`, how many proxies every request passes, from 0 to 32: the client is the entry so many places
   * from the right. Safe only if nobody can reach the server around them.
   */
  readonly trustedHops?: number
  /**
   * Bits of an IPv6 address that tell clients apart, from 1 to 128. A host has 2^64 addresses and a customer often 256
   * times as many, so by default 56.
   */
  readonly ipv6Prefix?: number
  /**
   * Prefixes of 96 bits behind which a translator puts IPv4 addresses (NAT64, RFC 6052), such as `'64:ff9b::/96'`: each
   * IPv4 address behind one is a client of its own. Default none.
   */
  readonly translationPrefixes?: readonly AddressRange[]
}

/** The key of the client that a request comes from. Never throws for what a request holds. */
export type ClientAddress = (remoteAddress: string | undefined, headers: HeaderInput) => string

/** The key of requests whose peer has no address, as over a Unix socket that is not trusted. They share it. */
export const UNKNOWN_CLIENT = 'unknown'

/**
 * Finds out whose request it is: an IPv4 address such as `192.0.2.1`, or a prefix of IPv6 addresses such as
 * `2001:db8:1:200::/56`, written as RFC 5952 has it.
 *
 * It starts with the peer of the connection. While that is a trusted proxy, the entry which the proxy has written, the
 * next one from the right, takes its place. An entry that is no address ends the walk: the client is then the proxy that
 * let it pass. Ports and zones are dropped, and an IPv4 address within IPv6 (`::ffff:192.0.2.1`) is the IPv4 address.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const client = clientAddress({ source: 'x-forwarded-for', trusted: ['loopback', '10.0.0.0/8'] })
 * client(request.socket.remoteAddress, request.headers)
 */
export function clientAddress(options: ClientAddressOptions = {}): ClientAddress {
  checkOptions('clientAddress', options, optionNames)
  const { ipv6Prefix = 56, translationPrefixes = [] } = options
  const source = checkSource(options.source ?? 'none')
  const trusts = trustOf(options.trusted, options.trustedHops)
  const keyOf = addressKeys(checkPrefix(ipv6Prefix), translationPrefixes)
  const peerOf = remembered((text) => peerAt(text, trusts, keyOf))
  return (remoteAddress, headers) => {
    const { address, key, isTrusted } = peerOf(remoteAddress ?? '')
    if (source === 'none' || !isTrusted) return key
    const client = clientBehind(address, entriesOf(source, headerValues(headers, source), MOST_HOPS), trusts)
    return client === undefined || client === address ? key : keyOf(client)
  }
}

interface Peer {
  /** `undefined` where the connection has none, as over a Unix socket. */
  readonly address: Address | undefined
  readonly key: string
  readonly isTrusted: boolean
}

function peerAt(text: string, trusts: Trust, keyOf: (address: Address) => string): Peer {
  const address = parseAddressAndPort(text)
  // Text that is no address is not the same as none: nobody can have said that it is to be trusted.
  const isTrusted = (address !== undefined || text === '') && trusts(address, 0)
  return { address, key: address === undefined ? UNKNOWN_CLIENT : keyOf(address), isTrusted }
}

const optionNames = ['source', 'trusted', 'trustedHops', 'ipv6Prefix', 'translationPrefixes']

function clientBehind(peer: Address | undefined, entries: Entries, trusts: Trust): Address | undefined {
  let current = peer
  let hop = 0
  for (const entry of entries) {
    if (entry === undefined) break
    current = entry
    hop++
    if (!trusts(current, hop)) break
  }
  return current
}

function checkSource(value: unknown): string {
  if (typeof value === 'string' && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value)) return value.toLowerCase()
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `source must be "none" or the name of a header; found ${shown(value)}.`,
    {
      field: 'source',
      value,
    },
  )
}

function checkPrefix(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 128) return value
  throw new SluiceError(
    'ERR_INVALID_NUMBER',
    `ipv6Prefix must be a whole number of bits from 1 to 128; found ${shown(value)}.`,
    { field: 'ipv6Prefix', value },
  )
}
