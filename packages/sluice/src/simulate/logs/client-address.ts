/** A client's address as a log writes it, without the port that may follow. */
import type { ClientNumbers } from './client-table.ts'

const COLON = 58
const OPENING_BRACKET = 91
const CLOSING_BRACKET = 93

/**
 * The number of the client at `bytes[start..end)`. A port is cut off only where it cannot be anything else: after a
 * dotted IPv4 address and after an IPv6 address in brackets, whose brackets go too.
 */
export function clientAt(clients: ClientNumbers, bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === OPENING_BRACKET) return bracketedClient(clients, bytes, start, end)
  const colon = portColon(bytes, start, end)
  return clients.indexOf(bytes, start, colon > 0 && isIpv4(bytes, start, colon) ? colon : end)
}

/** The same for formats in which a port always follows, after an IPv6 address without brackets too. */
export function clientBeforePort(
  clients: ClientNumbers,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  if (bytes[start] === OPENING_BRACKET) return bracketedClient(clients, bytes, start, end)
  const colon = portColon(bytes, start, end)
  return clients.indexOf(bytes, start, colon > start ? colon : end)
}

function bracketedClient(clients: ClientNumbers, bytes: Uint8Array, start: number, end: number): number {
  const colon = portColon(bytes, start, end)
  const bracket = colon > 0 && bytes[colon - 1] === CLOSING_BRACKET ? colon - 1 : end - 1
  const closed = bytes[bracket] === CLOSING_BRACKET && bracket > start + 1
  return closed ? clients.indexOf(bytes, start + 1, bracket) : clients.indexOf(bytes, start, end)
}

/** Where the colon before a port stands, or -1. */
function portColon(bytes: Uint8Array, start: number, end: number): number {
  let at = end - 1
  while (at > start && (bytes[at]! - 48) >>> 0 <= 9) at--
  return at > start && at < end - 1 && end - at <= 6 && bytes[at] === COLON ? at : -1
}

function isIpv4(bytes: Uint8Array, start: number, end: number): boolean {
  let dots = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === 46) dots++
    else if ((bytes[at]! - 48) >>> 0 > 9) return false
  }
  return dots === 3
}
