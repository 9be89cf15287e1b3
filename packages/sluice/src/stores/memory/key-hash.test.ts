import { describe, expect, test } from 'vitest'
import { KeyHash, randomSeed, SEED_LENGTH } from './key-hash.ts'

/** Ten million of each kind in the long run: `npm run test:long`. */
const count = Number(process.env['SLUICE_LONG_DECISIONS'] ?? 200_000)

function fingerprint(hash: KeyHash, key: string): string {
  hash.of(key)
  return `${hash.high}:${hash.low}`
}

const kinds: Record<string, (index: number) => string> = {
  'sequential ids': (index) => `user:${index}`,
  'IPv4 addresses': (index) => `10.${index >>> 16}.${(index >>> 8) & 255}.${index & 255}`,
  'IPv6 addresses': (index) => `2001:db8:${(index >>> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
  UUIDs: (index) => `${Math.imul(index, 0x9e3779b1) >>> 0}-0000-4000-8000-${String(index).padStart(12, '0')}`,
  'long keys': (index) => `key_live_${'0123456789abcdef'.repeat(3)}_${String(index).padStart(12, '0')}`,
}

/** Of the 64 bits of a fingerprint a double tells 53 apart, which is enough to find candidates. */
function most(hash: KeyHash, key: string): number {
  hash.of(key)
  return (hash.high >>> 0) * 2 ** 21 + (hash.low >>> 11)
}

test.each(Object.entries(kinds))('no two of many %s share a fingerprint', (_, keyOf) => {
  const hash = new KeyHash(randomSeed())
  const sorted = Float64Array.from({ length: count }, (__, index) => most(hash, keyOf(index))).toSorted()
  const candidates = new Set(sorted.filter((value, index) => value === sorted[index - 1]))
  const found: string[] = []
  for (let index = 0; candidates.size > 0 && index < count; index++) {
    if (candidates.has(most(hash, keyOf(index)))) found.push(fingerprint(hash, keyOf(index)))
  }
  expect(new Set(found).size).toBe(found.length)
})

test('fingerprints spread evenly over the leading bits of both halves', () => {
  const hash = new KeyHash(randomSeed())
  const high = new Uint32Array(256)
  const low = new Uint32Array(256)
  for (let index = 0; index < 256_000; index++) {
    hash.of(`user:${index}`)
    high[hash.high >>> 24]! += 1
    low[hash.low >>> 24]! += 1
  }
  // Around 1000 each; six standard deviations are 190.
  for (const counts of [high, low])
    for (const found of counts) expect(Math.abs(found - 1000)).toBeLessThan(190)
})

describe('keys of any length and kind', () => {
  const hash = new KeyHash(randomSeed())
  const tails = [
    '',
    'a',
    'b',
    '\0',
    '\u00e9',
    'e\u0301',
    '\ud800',
    '\udfff',
    '\ufffd',
    '\ud83d\ude00',
    'aa',
    'a\0',
  ]

  test('differ where the keys differ, around every length at which they are read another way', () => {
    const keys = [0, 1, 22, 23, 24, 25, 26, 47, 48, 49, 95, 96, 97, 4094, 4095, 4096, 4097, 100_000].flatMap(
      (length) =>
        tails.flatMap((tail) => [
          `${'x'.repeat(length)}${tail}`,
          `${tail}${'y'.repeat(length)}`,
          `${'\u00e9'.repeat(length)}${tail}`,
        ]),
    )
    const different = new Set(keys)
    expect(new Set([...different].map((key) => fingerprint(hash, key))).size).toBe(different.size)
  })

  test('are the same for equal keys however they were made', () => {
    for (const length of [5, 13, 24, 25, 60, 5000]) {
      const text = `<${'k'.repeat(length)}>`
      expect(fingerprint(hash, text.slice(1, -1))).toBe(fingerprint(hash, 'k'.repeat(length)))
    }
  })
})

test('another seed gives other fingerprints, the same seed the same', () => {
  const seed = randomSeed()
  expect(seed).toHaveLength(SEED_LENGTH)
  const one = fingerprint(new KeyHash(seed), 'ann')
  expect(fingerprint(new KeyHash(seed.slice()), 'ann')).toBe(one)
  expect(fingerprint(new KeyHash(randomSeed()), 'ann')).not.toBe(one)
})

test('the largest seed and the largest symbols stay exact', () => {
  const hash = new KeyHash(new Uint32Array(SEED_LENGTH).fill(0xffff_ffff))
  const keys = [24, 25, 60, 500].flatMap((length) => [
    '\uffff'.repeat(length),
    `${'\uffff'.repeat(length - 1)}\ufffe`,
  ])
  expect(new Set(keys.map((key) => fingerprint(hash, key))).size).toBe(keys.length)
})
