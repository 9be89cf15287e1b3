import { SluiceError } from '../../errors.ts'
import { shown } from '../../limits/options.ts'
import { hmacSha256 } from './hmac-sha-256.ts'

declare class TextEncoder {
  encode(text: string): Uint8Array
}

/** Bytes of a partition key: 96 bits, 16 letters of base64. */
const PARTITION_KEY_BYTES = 12

/** The shortest secret: 128 bits. */
const SHORTEST_SECRET = 16

/**
 * Makes partition keys of the keys that limits count by: HMAC-SHA-256 (RFC 2104) with your secret, cut to 12 bytes. A
 * client can tell whether two responses count against one quota, and nobody without the secret can guess an address or
 * a user from it. All instances of a service share the secret, at least 16 bytes of random; a new one makes new keys.
 *
 * @throws SluiceError `ERR_INVALID_OPTION` if the secret is shorter
 * @example
 * const partitionKey = partitionKeys(secret)
 * rateLimitHeaders([{ policy, decision, partitionKey: partitionKey('user:81') }])
 */
export function partitionKeys(secret: string | Uint8Array): (key: string) => Uint8Array {
  const encoder = new TextEncoder()
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret
  if (!(bytes instanceof Uint8Array) || bytes.length < SHORTEST_SECRET) {
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `secret must be text or a Uint8Array of at least ${SHORTEST_SECRET} bytes; found ${
        bytes instanceof Uint8Array ? `${bytes.length} bytes` : shown(secret)
      }.`,
      { field: 'secret' },
    )
  }
  const hmac = hmacSha256(bytes)
  return (key) => hmac(encoder.encode(key)).slice(0, PARTITION_KEY_BYTES)
}
