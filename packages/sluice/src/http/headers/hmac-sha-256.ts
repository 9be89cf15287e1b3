import { BLOCK_BYTES, sha256 } from './sha-256.ts'

/** HMAC-SHA-256 under one secret (RFC 2104). */
export function hmacSha256(secret: Uint8Array): (message: Uint8Array) => Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(secret.length > BLOCK_BYTES ? sha256(secret) : secret)
  const inner = block.map((byte) => byte ^ 0x36)
  const outer = block.map((byte) => byte ^ 0x5c)
  return (message) => sha256(joined(outer, sha256(joined(inner, message))))
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}
