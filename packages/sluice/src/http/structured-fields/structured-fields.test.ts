/** Reading and writing structured fields, by the rules of RFC 9651 that differ from habit. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import { readDictionary, readList } from './read.ts'
import { isKey, isStringText, writeBytes, writeString } from './write.ts'

/** The bare items of a List, and the parameters of each as an object. */
function items(text: string): unknown {
  return readList(text)?.map(({ item, parameters }) => [
    item?.value,
    Object.fromEntries([...parameters].map(([key, { value }]) => [key, value])),
  ])
}

describe('a List', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['1', [[1, {}]]],
    [
      '"a";r=1;t=2, "b"',
      [
        ['a', { r: 1, t: 2 }],
        ['b', {}],
      ],
    ],
    [
      'a;x,b\t,\tc',
      [
        ['a', { x: true }],
        ['b', {}],
        ['c', {}],
      ],
    ],
    ['a;   x=1;*k.-_9=?0', [['a', { x: 1, '*k.-_9': false }]]],
    ['a;x=1;x=2', [['a', { x: 2 }]]],
    ['-0;a=-12.5', [[-0, { a: -12.5 }]]],
    ['999999999999999', [[999_999_999_999_999, {}]]],
    [String.raw`"\"\\"`, [[String.raw`"\ `.trim(), {}]]],
    ['*/a:b', [['*/a:b', {}]]],
    ['@-5', [[-5, {}]]],
    ['%"f%c3%bc"', [['fü', {}]]],
    ['(1 "a";b  c);d=1', [[undefined, { d: 1 }]]],
    ['()', [[undefined, {}]]],
  ])('%j', (text, wanted) => {
    expect(items(text)).toEqual(wanted)
  })

  test.each([
    'a,',
    ',a',
    'a,,b',
    'a b',
    '"a" ;r=1',
    '"a";\tr=1',
    '"a";R=1',
    '"a";',
    '"a";r=',
    '\ta',
    '1.',
    '.5',
    '1.2345',
    '-',
    '+1',
    '1234567890123456',
    '1234567890123.1',
    '"a',
    String.raw`"\a"`,
    '"ä"',
    '"a\tb"',
    ':a:',
    ':YQ-_:',
    ':YQ==',
    '?2',
    '@1.5',
    '@1234567890123456',
    '%"%C3%BC"',
    '%"%ff"',
    '%"a',
    '(a',
    '(a,b)',
    '("a""b")',
    'a;b=(1)',
    '#',
  ])('%j is none', (text) => {
    expect(readList(text)).toBeUndefined()
  })
})

test('a Dictionary has keys, of which the last of one name counts', () => {
  const members = readDictionary('a=1, b;x=2, c=(1 2), a=3')
  expect([...(members ?? [])].map(([key, { item }]) => [key, item?.value])).toEqual([
    ['a', 3],
    ['b', true],
    ['c', undefined],
  ])
  expect(readDictionary('')?.size).toBe(0)
  for (const text of ['a=1,', 'A=1', '1', 'a=', 'a =1', '"a"=1']) expect(readDictionary(text)).toBeUndefined()
})

test('any text gives members or nothing, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('"\\,;=:()?@%az*01.- \t')) }), (text) => {
      expect(() => [readList(text), readDictionary(text)]).not.toThrow()
    }),
  )
  for (const part of ['a,', '"', '\\', ';', ' ', '(', ':', 'a;a', '"\\"', '%"', 'a \t']) {
    expect(() => [readList(part.repeat(200_000)), readDictionary(part.repeat(200_000))]).not.toThrow()
  }
})

test('what is written as a String or a Byte Sequence is read as the same', () => {
  fc.assert(
    fc.property(fc.string().filter(isStringText), fc.uint8Array(), (text, bytes) => {
      expect(readList(`${writeString(text)}, ${writeBytes(bytes)}`)?.map(({ item }) => item)).toEqual([
        { type: 'string', value: text },
        { type: 'bytes', value: bytes },
      ])
    }),
  )
})

test('only printable ASCII makes a String, and only lower case makes a key', () => {
  for (const text of ['', ' ', '~', 'a"b\\']) expect(isStringText(text)).toBe(true)
  for (const text of ['\t', '\n', 'a\r\nb', '\u007f', 'é', '\u{1f600}'])
    expect(isStringText(text)).toBe(false)
  for (const key of ['a', '*', 'user_id', 'a-1.*']) expect(isKey(key)).toBe(true)
  for (const key of ['', 'A', '1', '-a', 'a b', 'a;b', 'a\n']) expect(isKey(key)).toBe(false)
})

describe('base64', () => {
  test('is that of the runtime', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(toBase64(bytes)).toBe(text)
        expect(fromBase64(text)).toEqual(bytes)
        expect(fromBase64(text.replace(/=+$/, ''))).toEqual(bytes)
      }),
    )
  })

  test.each(['a', 'YWJj=', 'Y=Q=', 'YQ===', 'Y Q', 'YQ\n', 'Y-_w', '===='])('%j is none', (text) => {
    expect(fromBase64(text)).toBeUndefined()
  })

  test('pad bits may be set', () => {
    expect(fromBase64('YR==')).toEqual(Uint8Array.of(0x61))
  })
})
