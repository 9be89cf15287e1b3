/** A host in small letters, without its port and without the dot of the root: `Example.COM.:443` is `example.com`. */
export function normalHost(host: string): string {
  const withoutPort = host.replace(/:[0-9]*$/, '')
  // In an IPv6 address without brackets the last group is no port.
  const isBareIpv6 = withoutPort.includes(':') && !withoutPort.endsWith(']')
  return (isBareIpv6 ? host : withoutPort).replace(/\.$/, '').toLowerCase()
}
