import { parseIpv4, parseUnmappedIpv6 } from '../../http/client-address/address.ts'
import type { ExpressRequest, ExpressResponse } from './express-types.ts'
import { ipKeyGenerator } from './ip-key-generator.ts'
import { oddSubnet } from './option-checks.ts'
import type { Options } from './options.ts'
import type { Checks } from './problem.ts'
import { ignoresForwarded, ignoresForwardedFor, oddAddress, trustsEverybody } from './request-checks.ts'

/** The default key: the address that Express gives the request, IPv6 by its leading bits. */
export async function addressKey(
  request: ExpressRequest,
  response: ExpressResponse,
  ipv6Subnet: Options['ipv6Subnet'],
  checks: Checks,
): Promise<string> {
  checks.once('ip', () => oddAddress(request.ip))
  checks.once('trustProxy', () => trustsEverybody(request))
  checks.once('xForwardedForHeader', () => ignoresForwardedFor(request))
  checks.once('forwardedHeader', () => ignoresForwarded(request))
  const ip = request.ip as string
  if (typeof ip !== 'string' || parseIpv4(ip) !== undefined || parseUnmappedIpv6(ip) === undefined) return ip
  if (typeof ipv6Subnet !== 'function') return ipKeyGenerator(ip, ipv6Subnet)
  const subnet = await ipv6Subnet(request, response)
  checks.once('ipv6Subnet', () => oddSubnet(subnet))
  return ipKeyGenerator(ip, subnet)
}
