/** Only plain spellings of addresses pass, and each address has one key. */
import { isIPv4, isIPv6 } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddressAndPort } from './address.ts'
import { addressKeys } from './address-key.ts'

const keyOf = addressKeys(128, [])

function keyOfText(text: string): string | undefined {
  const address = parseAddressAndPort(text)
  return address === undefined ? undefined : keyOf(address)
}

/** RFC 5952 text by the runtime's URL parser, which follows the same rules. */
function canonical(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1)
}

/** Eight groups, often of zeros, in plain, padded or mixed notation. */
const anyIpv6 = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(0), fc.constantFrom(1, 0xffff), fc.integer({ min: 0, max: 0xffff })), {
      minLength: 8,
      maxLength: 8,
    }),
    fc.constantFrom('plain', 'padded', 'mixed'),
  )
  .map(([groups, notation]) => {
    const hex = groups.map((group) => group.toString(16))
    if (notation === 'padded') return hex.map((group) => group.padStart(4, '0').toUpperCase()).join(':')
    const octets = groups.slice(6).flatMap((group) => [group >> 8, group & 255])
    return (notation === 'plain' ? hex : [...hex.slice(0, 6), octets.join('.')]).join(':')
  })

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:1', '192.0.2.1'],
    ['192.0.2.1:65535', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['2001:DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1'],
    ['fe80::1%25eth0.100', 'fe80::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:C000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:201', '192.0.2.1'],
    ['[::ffff:192.0.2.1%eth0]:80', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['::192.0.2.1', '::c000:201'],
    ['2001:db8::1.2.3.4', '2001:db8::102:304'],
  ])('%s is %s', (text, key) => {
    expect(keyOfText(text)).toBe(key)
  })

  test.each([
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '1',
    '1.2',
    '1.2.3',
    '3405803783',
    '0x7f000001',
    '0x7f.0.0.1',
    '010.8.8.8',
    '1.2.3.04',
    '1.2.3.256',
    '1.2.3.4.5',
    '1.2.3.4.',
    '.1.2.3.4',
    ' 1.2.3.4',
    '1.2.3.4 ',
    '1.2.3.4\n',
    '1.2.3.4%eth0',
    '1.2.3.4/32',
    '1.2.3.4:',
    '1.2.3.4:123456',
    '1.2.3.4:http',
    '1.2.3.4:-1',
    '[1.2.3.4]',
    '[1.2.3.4]:80',
    '"1.2.3.4"',
    '１.2.3.4',
    ':',
    ':::',
    '1:::2',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:',
    ':1:2:3:4:5:6:7',
    '::1:',
    '12345::',
    '::g',
    '::%',
    '::1%',
    '[::1',
    '::1]',
    '[::1]x',
    '[::1]:',
    '[::1]:123456',
    '[[::1]]',
    '[]',
    '::ffff:1.2.3',
    '::ffff:010.0.0.1',
    '::ffff:1.2.3.4.5',
    '::ffff:0x1.2.3.4',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
    `${'0'.repeat(50)}::1`,
  ])('%j is none', (text) => {
    expect(keyOfText(text)).toBeUndefined()
  })

  test('is never a megabyte long', () => {
    for (const part of ['1', ':', '1:', '::', '[', '1.', '%', '[1:']) {
      expect(keyOfText(part.repeat(1_000_000)) === undefined).toBe(true)
    }
  })

  test('of IPv6 has the text of RFC 5952, whatever its spelling', () => {
    fc.assert(
      fc.property(anyIpv6, (text) => {
        fc.pre(!/^(?:0{1,4}:){5}ffff:/i.test(text))
        expect(keyOfText(text)).toBe(canonical(text))
        expect(keyOfText(canonical(text))).toBe(keyOfText(text))
      }),
    )
  })

  test('passes if the runtime too takes it for one', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('0', '1', 'ffff', ':', '::', '.', '1.2.3.4', ':1:', '255') }),
        (text) => {
          const colons = text.split(':').length - 1
          // One colon stands before a port, which is no part of what the runtime takes.
          fc.pre(colons !== 1)
          const isAddress = colons === 0 ? isIPv4(text) : isIPv6(text)
          expect([text, keyOfText(text) !== undefined]).toEqual([text, isAddress])
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('a prefix', () => {
  test.each([
    [1, '8000::/1'],
    [16, 'ffff::/16'],
    [17, 'ffff:8000::/17'],
    [56, 'ffff:ffff:ffff:ff00::/56'],
    [64, 'ffff:ffff:ffff:ffff::/64'],
    [127, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127'],
    [128, 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('of %d bits', (bits, key) => {
    const address = parseAddressAndPort('ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')
    expect(address && addressKeys(bits, [])(address)).toBe(key)
  })

  test('is that of every address in it, and of none outside', () => {
    fc.assert(
      fc.property(anyIpv6, anyIpv6, fc.integer({ min: 1, max: 127 }), (one, other, bits) => {
        const [first, second] = [one, other].map((text) => parseAddressAndPort(text))
        if (first?.kind() !== 'ipv6' || second?.kind() !== 'ipv6') return
        const key = addressKeys(bits, [])
        expect(key(first) === key(second)).toBe(first.match([second, bits]))
      }),
    )
  })
})
