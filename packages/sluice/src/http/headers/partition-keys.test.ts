import { createHash, createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 } from './hmac-sha-256.ts'
import { partitionKeys } from './partition-keys.ts'
import { sha256 } from './sha-256.ts'

test('SHA-256 is that of the runtime, at every length around a block', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255)
    expect(sha256(message)).toEqual(new Uint8Array(createHash('sha256').update(message).digest()))
  }
})

test('HMAC-SHA-256 is that of the runtime, for short and long secrets', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 300 }), (secret, message) => {
      expect(hmacSha256(secret)(message)).toEqual(
        new Uint8Array(createHmac('sha256', secret).update(message).digest()),
      )
    }),
  )
})

test('a partition key is the start of an HMAC: the same for a key, another for another key or secret', () => {
  const secret = 'a secret of more than sixteen bytes'
  const partitionKey = partitionKeys(secret)
  expect(Buffer.from(partitionKey('user:81'))).toEqual(
    createHmac('sha256', secret).update('user:81').digest().subarray(0, 12),
  )
  expect(partitionKey('user:81')).toEqual(partitionKeys(new TextEncoder().encode(secret))('user:81'))
  expect(partitionKey('user:82')).not.toEqual(partitionKey('user:81'))
  expect(partitionKeys(`${secret}!`)('user:81')).not.toEqual(partitionKey('user:81'))
})

test.each([['short'], [new Uint8Array(15)], [undefined], [12]])('the secret %j is refused', (secret) => {
  expect(() => partitionKeys(secret as string)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'secret' }),
  )
})
