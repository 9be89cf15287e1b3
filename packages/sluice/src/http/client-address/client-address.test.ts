/** Whose request it is, behind honest proxies and hostile clients. */
import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { HeaderInput } from '../header-input.ts'
import { clientAddress, UNKNOWN_CLIENT, type ClientAddressOptions } from './client-address.ts'

const proxy = '10.0.0.5'
const behindProxy = clientAddress({ source: 'x-forwarded-for', trusted: ['10.0.0.0/8'] })
const forwarded = clientAddress({ source: 'forwarded', trusted: ['10.0.0.0/8'] })

describe('headers', () => {
  test.each<[string, HeaderInput]>([
    ['as node:http joins them', { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.9' }],
    ['as an array', { 'x-forwarded-for': ['6.6.6.6', '203.0.113.7, 10.0.0.9'] }],
    ['in the case in which they were sent', { 'X-Forwarded-For': '203.0.113.7, 10.0.0.9' }],
    ['in two cases', { 'X-Forwarded-For': '6.6.6.6', 'x-forwarded-for': '203.0.113.7' }],
    [
      'as Headers',
      new Headers([
        ['X-Forwarded-For', '6.6.6.6'],
        ['x-forwarded-for', '203.0.113.7'],
      ]),
    ],
    [
      'as a list',
      [
        ['X-FORWARDED-FOR', '6.6.6.6'],
        ['accept', '*/*'],
        ['x-forwarded-for', '203.0.113.7,10.0.0.9'],
      ],
    ],
  ])('%s', (_, headers) => {
    expect(behindProxy(proxy, headers)).toBe('203.0.113.7')
  })

  test.each<[HeaderInput]>([
    [{}],
    [[]],
    [new Headers()],
    [{ 'x-forwarded-for': undefined }],
    [{ get: '6.6.6.6' }],
  ])('without the one that names the client: %j', (headers) => {
    expect(behindProxy(proxy, headers)).toBe(proxy)
  })
})

describe('the source', () => {
  test('none reads no header, whoever is trusted', () => {
    const client = clientAddress({ trusted: ['10.0.0.0/8'] })
    expect(client(proxy, { 'x-forwarded-for': '6.6.6.6', none: '6.6.6.6' })).toBe(proxy)
  })

  test('is named in any case', () => {
    const client = clientAddress({ source: 'True-Client-IP', trusted: [proxy] })
    expect(client(proxy, { 'true-client-ip': ' 203.0.113.7:80 ' })).toBe('203.0.113.7')
  })

  test.each(['6.6.6.6, 203.0.113.7', '', ' ', 'unknown', '203.0.113.7 203.0.113.8'])(
    'of one address names nobody with %j',
    (value) => {
      const client = clientAddress({ source: 'cf-connecting-ip', trusted: [proxy] })
      expect(client(proxy, { 'cf-connecting-ip': value })).toBe(proxy)
    },
  )
})

describe('trust', () => {
  test.each<[string, readonly string[], string, boolean]>([
    ['one address', ['192.0.2.1'], '192.0.2.1', true],
    ['one address only', ['192.0.2.1'], '192.0.2.2', false],
    ['the end of a range', ['192.0.2.0/25'], '192.0.2.127', true],
    ['beyond the end of a range', ['192.0.2.0/25'], '192.0.2.128', false],
    ['a range of IPv6', ['2001:db8::/32'], '2001:db8:ffff::1', true],
    ['everybody by IPv4', ['0.0.0.0/0'], '::1', false],
    ['loopback', ['loopback'], '127.9.9.9', true],
    ['loopback of IPv6', ['loopback'], '::1', true],
    ['private', ['private'], '172.31.255.255', true],
    ['private of IPv6', ['private'], 'fd00::1', true],
    ['not private', ['private', 'loopback'], '172.32.0.0', false],
    ['link-local', ['link-local'], 'fe80::1%eth0', true],
    ['IPv4 within IPv6', ['10.0.0.0/8'], '::ffff:a00:5', true],
    ['a range of IPv4 within IPv6', ['::ffff:0:0/96'], '203.0.113.1', true],
    ['a range that IPv4 within IPv6 is but a part of is none of IPv4', ['::/0'], '::ffff:203.0.113.1', false],
    ['a peer without an address', ['unix-socket'], '', true],
    ['no peer without an address', ['private'], '', false],
    ['no peer whose address cannot be read', ['unix-socket'], '/run/socket', false],
  ])('in %s', (_, trusted, peer, isTrusted) => {
    const client = clientAddress({ source: 'x-forwarded-for', trusted })
    expect(client(peer, { 'x-forwarded-for': '198.51.100.1' }) === '198.51.100.1').toBe(isTrusted)
  })

  test.each<[number, string, string]>([
    [0, '203.0.113.7', proxy],
    [1, '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    [2, '6.6.6.6, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    [2, '203.0.113.7, unknown', proxy],
    [3, 'unknown, 10.0.0.8, 10.0.0.9', '10.0.0.8'],
    [2, '203.0.113.7, , 10.0.0.9, ', '203.0.113.7'],
    [9, '203.0.113.7, 10.0.0.9', '203.0.113.7'],
  ])('in %d hops of %j gives %s', (trustedHops, value, key) => {
    const client = clientAddress({ source: 'x-forwarded-for', trustedHops })
    expect(client(proxy, { 'x-forwarded-for': value })).toBe(key)
  })

  test('in hops needs no address of the peer', () => {
    const client = clientAddress({ source: 'x-forwarded-for', trustedHops: 1 })
    expect(client(undefined, { 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7')
    expect(client(undefined, {})).toBe(UNKNOWN_CLIENT)
    expect(clientAddress()('/run/socket', {})).toBe(UNKNOWN_CLIENT)
  })
})

describe('Forwarded', () => {
  test.each<[string, string]>([
    ['for=203.0.113.7', '203.0.113.7'],
    ['FOR=203.0.113.7', '203.0.113.7'],
    ['for=203.0.113.7; proto=https', '203.0.113.7'],
    [';;for=203.0.113.7;', '203.0.113.7'],
    ['for="[2001:db8:cafe::17]"', '2001:db8:cafe::/56'],
    ['for="[2001:db8:cafe::17]:_http"', '2001:db8:cafe::/56'],
    ['for="[::ffff:203.0.113.7]"', '203.0.113.7'],
    [String.raw`for=6.6.6.6, by="a\",\"b\\";for=203.0.113.7`, '203.0.113.7'],
    ['for=203.0.113.7, for=10.0.0.9', '203.0.113.7'],
    ['for=203.0.113.7, , for=10.0.0.9,', '203.0.113.7'],
    ['for=203.0.113.7, proto=https;for=10.0.0.9', '203.0.113.7'],
    ['for=203.0.113.7, proto=https', proxy],
    ['for=203.0.113.7:80', proxy],
    ['for=[2001:db8::1]', proxy],
    ['for="[203.0.113.7]"', proxy],
    ['for="203.0.113.7', proxy],
    ['for="203.0.113.7"x', proxy],
    ['for="203.0.113.7:"', proxy],
    ['for="203.0.113.7:123456"', proxy],
    ['for= 203.0.113.7', proxy],
    ['for =203.0.113.7', proxy],
    ['for', proxy],
    ['for=', proxy],
    ['203.0.113.7', proxy],
    ['for=203.0.113.7;host=a b', proxy],
    ['for=203.0.113.7;proto=http;Proto=https', proxy],
    ['for=203.0.113.7;=x', proxy],
    ['for=203.0.113.7, for=unknown', proxy],
    ['for=unknown, for=10.0.0.9', '10.0.0.9'],
    ['__proto__=1;for=203.0.113.7', '203.0.113.7'],
  ])('%s gives %s', (value, key) => {
    expect(forwarded(proxy, { forwarded: value })).toBe(key)
  })

  test('a quote that a client leaves open hides nothing that a proxy has written', () => {
    for (const opened of ['for="', 'for="6.6.6.6', 'x="\\', 'for=6.6.6.6;x="a', '"', '\\"']) {
      expect(forwarded(proxy, { forwarded: `${opened}, for=203.0.113.7;by="_p,x"` })).toBe('203.0.113.7')
    }
  })
})

describe('keys', () => {
  test('an address behind a translator is a client of its own', () => {
    const client = clientAddress({ translationPrefixes: ['64:ff9b::/96'] })
    expect(client('64:ff9b::c000:201', {})).toBe('192.0.2.1')
    expect(client('64:ff9b::203.0.113.7', {})).toBe('203.0.113.7')
    expect(client('64:ff9b:0:1::c000:201', {})).toBe('64:ff9b::/56')
    expect(clientAddress()('64:ff9b::c000:201', {})).toBe('64:ff9b::/56')
  })
})

describe('hostile headers', () => {
  const hugeValues = [
    '1.2.3.4,'.repeat(10_000),
    '10.0.0.1,'.repeat(10_000),
    ','.repeat(1_000_000),
    ' '.repeat(1_000_000),
    '"'.repeat(1_000_000),
    '\\"'.repeat(500_000),
    `for="${'\\'.repeat(1_000_000)}"`,
    `for=${'1'.repeat(1_000_000)}`,
    `for=1.2.3.4${';'.repeat(1_000_000)}`,
    `for=1.2.3.4;${' \t'.repeat(500_000)}x`,
    `[${'f'.repeat(1_000_000)}]`,
    `fe80::1%${'z'.repeat(1_000_000)}`,
  ]

  test('of 10,000 entries or a megabyte cost no more than reading them', () => {
    for (const value of hugeValues) {
      for (const client of [behindProxy, forwarded]) {
        for (const name of ['x-forwarded-for', 'forwarded'])
          expect(client(proxy, { [name]: value })).toBeTypeOf('string')
      }
    }
    // Whoever writes more entries than anybody has proxies gets the last one that was looked at.
    expect(behindProxy(proxy, { 'x-forwarded-for': `6.6.6.6, ${'10.0.0.1, '.repeat(10_000)}10.0.0.2` })).toBe(
      '10.0.0.1',
    )
  })

  test('never throw, and never make a key that is no address', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '10.0.0.9',
        '203.0.113.7',
        '[2001:db8::1]:80',
        'unknown',
        ',',
        ', ',
        'for=',
        '"',
        ';',
        '\\',
        '::ffff:',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const value = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(value, value, fc.constantFrom(undefined, '', proxy, '::1', 'x'), (one, other, peer) => {
        for (const source of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
          const client = clientAddress({ source, trusted: ['private', 'loopback', 'unix-socket'] })
          expect(
            client(peer, [
              [source, one],
              [source, other],
            ]),
          ).toMatch(/^(?:unknown|[0-9.]{7,15}|[0-9a-f:]+\/56)$/)
        }
      }),
    )
  })

  test('cannot name the client while the peer is not trusted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(behindProxy('203.0.113.9', [['x-forwarded-for', value]])).toBe('203.0.113.9')
      }),
    )
  })

  test('change nothing to the left of what the nearest proxies have written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(behindProxy(proxy, { 'x-forwarded-for': `${value}, 203.0.113.7, 10.0.0.9` })).toBe(
          '203.0.113.7',
        )
        const written = `${value}, for="203.0.113.7:80";by=_a, for=10.0.0.9;host="a,b"`
        expect(forwarded(proxy, { forwarded: written })).toBe('203.0.113.7')
      }),
    )
  })
})

test.each<[string, unknown, string, string]>([
  ['a source that is no name', { source: 'x forwarded' }, 'ERR_INVALID_OPTION', 'source'],
  ['no source', { source: '' }, 'ERR_INVALID_OPTION', 'source'],
  ['two sources', { source: ['forwarded', 'x-forwarded-for'] }, 'ERR_INVALID_OPTION', 'source'],
  ['trust in text', { trusted: 'loopback' }, 'ERR_INVALID_OPTION', 'trusted'],
  ['trust in a word', { trusted: ['everybody'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['trust in a member of all objects', { trusted: ['toString'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['trust in a number', { trusted: [10] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['a range that is too narrow', { trusted: ['10.0.0.0/33'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['a range of IPv6 that is too narrow', { trusted: ['::/129'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['a range without an end', { trusted: ['10.0.0.0/'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['a range of a curious base', { trusted: ['010.0.0.0/8'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['a range with a mask', { trusted: ['10.0.0.0/255.0.0.0'] }, 'ERR_INVALID_OPTION', 'trusted'],
  ['trust in two ways', { trusted: [], trustedHops: 1 }, 'ERR_INVALID_OPTION', 'trustedHops'],
  ['trust in everybody', { trustedHops: true }, 'ERR_INVALID_NUMBER', 'trustedHops'],
  ['a negative number of hops', { trustedHops: -1 }, 'ERR_INVALID_NUMBER', 'trustedHops'],
  ['more hops than there are', { trustedHops: 33 }, 'ERR_INVALID_NUMBER', 'trustedHops'],
  ['no prefix', { ipv6Prefix: 0 }, 'ERR_INVALID_NUMBER', 'ipv6Prefix'],
  ['a prefix that is too long', { ipv6Prefix: 129 }, 'ERR_INVALID_NUMBER', 'ipv6Prefix'],
  ['a prefix in text', { ipv6Prefix: '56' }, 'ERR_INVALID_NUMBER', 'ipv6Prefix'],
  [
    'a translator of IPv4',
    { translationPrefixes: ['10.0.0.0/8'] },
    'ERR_INVALID_OPTION',
    'translationPrefixes',
  ],
  [
    'a translator of a /64',
    { translationPrefixes: ['64:ff9b::/64'] },
    'ERR_INVALID_OPTION',
    'translationPrefixes',
  ],
  ['an unknown option', { proxies: 1 }, 'ERR_INVALID_OPTION', 'clientAddress.proxies'],
])('%s is refused', (_, options, code, field) => {
  expect(() => clientAddress(options as ClientAddressOptions)).toThrow(
    expect.objectContaining({ code, field }),
  )
})

describe('a list of any length', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each([100, 1000, 10_000, 100_000])(
    'of %d entries is read no further than to the one after the 32nd',
    (count) => {
      const value = Array.from({ length: count }, () => '10.0.0.9').join(',')
      const search = vi.spyOn(String.prototype, 'lastIndexOf')
      expect(behindProxy(proxy, { 'x-forwarded-for': value })).toBe('10.0.0.9')
      expect(search.mock.contexts.filter((text) => String(text) === value).length).toBeLessThanOrEqual(33)
    },
  )

  test.each([
    ['x-forwarded-for', '10.0.0.9'],
    ['forwarded', 'for=10.0.0.9'],
  ])('of %s says nothing before the last 32', (source, entry) => {
    const client = clientAddress({ source, trusted: ['10.0.0.0/8'] })
    const last = Array.from({ length: 31 }, () => entry)
    const entryOf = (address: string) => entry.replace('10.0.0.9', address)
    const keyWith = (...before: string[]) => client(proxy, { [source]: [...before, ...last].join(', ') })
    expect(keyWith(entryOf('203.0.113.7'))).toBe('203.0.113.7')
    expect(keyWith(entryOf('203.0.113.7'), entry)).toBe('10.0.0.9')
    for (const before of ['203.0.113.7', '"', 'for="', '\\"', 'x'.repeat(100_000)]) {
      expect(keyWith(before, entryOf('10.0.0.8'))).toBe('10.0.0.8')
    }
  })
})
