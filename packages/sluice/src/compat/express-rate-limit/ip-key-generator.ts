import { addressKeys } from '../../http/client-address/address-key.ts'
import { mappedIpv4, parseIpv4, parseUnmappedIpv6 } from '../../http/client-address/address.ts'

const ALL_BITS = 128

/**
 * The key of an address: IPv4 whole, also where it is written within IPv6, and IPv6 by its leading `ipv6Subnet` bits, as
 * one client has many addresses. What is no address is its own key.
 *
 * @param ipv6Subnet from 1 to 128; `false` for the whole address as it is written. Default 56
 */
export function ipKeyGenerator(ip: string, ipv6Subnet: number | false = 56): string {
  const address = parseIpv4(ip) === undefined ? parseUnmappedIpv6(ip) : undefined
  if (address === undefined) return ip
  const ipv4 = mappedIpv4(address) ?? (ip.includes('.') ? compatibleIpv4(address.parts) : undefined)
  if (ipv4 !== undefined) return typeof ipv4 === 'string' ? ipv4 : ipv4.octets.join('.')
  if (!ipv6Subnet) return ip
  const key = addressKeys(ipv6Subnet, [])(address)
  return ipv6Subnet === ALL_BITS ? `${key}/${ALL_BITS}` : key
}

/** The address in the deprecated form `::192.0.2.1` (RFC 4291, section 2.5.5.1), which only its spelling tells. */
function compatibleIpv4(parts: readonly number[]): string | undefined {
  const [high = 0, low = 0] = parts.slice(-2)
  if (parts.slice(0, 6).some((part) => part !== 0)) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
