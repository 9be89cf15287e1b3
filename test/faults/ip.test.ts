/** Clients who were taken for others, or for many. */
import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../packages/sluice/src/http/index.ts'
import { createLimiter, fixedWindow, manualClock } from '../../packages/sluice/src/index.ts'

/** Whether each request passes a limit of one for its client. */
function passes(keys: readonly string[]): boolean[] {
  const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window: '1m' }), clock: manualClock(0) })
  return keys.map((key) => limiter.check(key).allowed)
}

// B29
test('a new connection, and so a new port, is the same client', () => {
  const client = clientAddress({ source: 'x-forwarded-for', trustedHops: 1, ipv6Prefix: 128 })
  const keys = ['203.0.113.7:51001', '203.0.113.7:51002', '[2001:db8::1]:443', '[2001:db8::1]:444'].map(
    (entry) => client('10.0.0.5', { 'x-forwarded-for': entry }),
  )
  expect(keys).toEqual(['203.0.113.7', '203.0.113.7', '2001:db8::1', '2001:db8::1'])
  expect(passes(keys)).toEqual([true, false, true, false])
})

// B30
describe('a client who changes its address inside its own prefix', () => {
  const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::9', '2001:db8:0:2::1']

  test.each([
    [64, [true, false, true]],
    [56, [true, false, false]],
  ])('is one client of a /%d', (ipv6Prefix, allowed) => {
    const client = clientAddress({ ipv6Prefix })
    expect(passes(addresses.map((address) => client(address, {})))).toEqual(allowed)
  })

  test('is the same in every spelling', () => {
    const client = clientAddress()
    const spellings = [
      '2001:db8::1',
      '2001:DB8::1',
      '2001:0db8:0:0:0:0:0:0001',
      '[2001:db8::1]:80',
      '2001:db8::0.0.0.1',
    ]
    expect(new Set(spellings.map((text) => client(text, {})))).toEqual(new Set(['2001:db8::/56']))
  })
})

// B31
describe('a client who writes the header itself', () => {
  test.each([
    ['behind one hop', { trustedHops: 1 }, '10.0.0.2', '6.6.6.6, 203.0.113.9'],
    ['behind a trusted proxy', { trusted: ['private'] }, '10.0.0.2', '6.6.6.6, 203.0.113.9'],
    ['with no hop between', { trustedHops: 0 }, '203.0.113.9', '1.1.1.1'],
    ['with no proxy between', { trusted: [] }, '203.0.113.9', '1.1.1.1'],
    ['with a proxy elsewhere', { trusted: ['private'] }, '203.0.113.9', '1.1.1.1'],
  ])('%s is still itself', (_, trust, peer, value) => {
    const client = clientAddress({ source: 'x-forwarded-for', ...trust })
    expect(client(peer, { 'x-forwarded-for': value })).toBe('203.0.113.9')
  })
})
