import { describe, expect, test } from 'vitest'
import { SlotTable, type Occupants } from './slot-table.ts'

/** The state of a key in these tests is its number, and no key is ever spent. */
const holding: Occupants = {
  lossOf: () => 1,
  release: () => {},
  releaseAll: () => {},
}

/** A fingerprint from a number, spread as those of keys are. */
function fingerprint(key: number): [number, number] {
  return [Math.imul(Math.imul(key, 0x9e3779b1) ^ (key >>> 7), 0x85ebca6b), Math.imul(key + 1, 0xc2b2ae35)]
}

function add(table: SlotTable, key: number): void {
  const at = table.insert(...fingerprint(key))
  table.page.i32[2 * at + 2] = key
}

/** The number that is kept with a key, if it is there. */
function kept(table: SlotTable, key: number): number | undefined {
  const at = table.find(...fingerprint(key))
  return at === -1 ? undefined : table.page.i32[2 * at + 2]
}

function remove(table: SlotTable, key: number): void {
  table.removeFound(table.find(...fingerprint(key)))
}

function keysIn(table: SlotTable): number[] {
  const keys: number[] = []
  table.each(({ i32 }, at) => keys.push(i32[2 * at + 2] as number))
  return keys.toSorted((a, b) => a - b)
}

/** Bits that are no number if they are the leading half of a double. */
function noNumber(key: number): number {
  return -1 - (key % 5)
}

/** The most keys that lie in slots without a free one between them, in a table with one word of state. */
function longestRun(table: SlotTable): number {
  let longest = 0
  let run = 0
  let last = -1
  table.each(({ first }, at) => {
    const slot = first + at / 2
    run = slot === last + 1 ? run + 1 : 1
    last = slot
    longest = Math.max(longest, run)
  })
  return longest
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, key) => key)
}

describe.each([1, 2, 3])('with %i words of state', (words) => {
  test('every key is found at every size, while the table grows over several pages and shrinks again', () => {
    const table = new SlotTable(words, 1e9, holding)
    const count = 100_000
    let wrong = 0
    for (let key = 0; key < count; key++) {
      if (kept(table, key) !== undefined) wrong++
      add(table, key)
      const older = (key * 7919) % (key + 1)
      if (kept(table, older) !== older) wrong++
    }
    expect(keysIn(table)).toEqual(upTo(count))
    const most = table.bytes
    expect(most / count).toBeLessThan((8 * (words + 1)) / 0.7)
    for (let key = count - 1; key >= 100; key--) {
      remove(table, key)
      const other = (key * 7919) % key
      if (kept(table, other) !== other || kept(table, key) !== undefined) wrong++
    }
    expect(wrong).toBe(0)
    expect(table.size).toBe(100)
    expect(keysIn(table)).toEqual(upTo(100))
    expect(table.bytes).toBeLessThan(most / 100)
  })
})

test('keys come and go at random, and none is lost or left behind', () => {
  const table = new SlotTable(1, 1e9, holding)
  const model = new Set<number>()
  let x = 123_456_789
  let wrong = 0
  for (let step = 0; step < 300_000; step++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    // Long spells of mostly adding and mostly removing take the table up and down.
    const key = (x >>> 8) % 20_000
    const wanted = (x & 7) < (step % 60_000 < 30_000 ? 6 : 1)
    if ((kept(table, key) !== undefined) !== model.has(key)) wrong++
    if (wanted === model.has(key)) continue
    if (wanted) add(table, key)
    else remove(table, key)
    if (wanted) model.add(key)
    else model.delete(key)
  }
  expect(wrong).toBe(0)
  expect(keysIn(table)).toEqual([...model].toSorted((a, b) => a - b))
})

test('every bit of a state survives being moved, also where a double would be no number', () => {
  const table = new SlotTable(1, 1e9, holding)
  for (let key = 0; key < 2000; key++) {
    const at = table.insert(...fingerprint(key))
    table.page.i32[2 * at + 3] = noNumber(key)
  }
  const changed = upTo(2000).filter((key) => {
    const at = table.find(...fingerprint(key))
    return table.page.i32[2 * at + 3] !== noNumber(key)
  })
  expect(changed).toEqual([])
})

test('keys that are all spent at once make room for new ones', () => {
  const count = 100_000
  let spent = 0
  const table = new SlotTable(1, 1e9, {
    ...holding,
    lossOf: ({ i32 }, at) => ((i32[2 * at + 2] as number) < spent ? 0 : 1),
  })
  for (let key = 0; key < count; key++) add(table, key)
  const { bytes } = table
  spent = count
  let longest = 0
  for (let key = count; key < 2 * count; key++) {
    add(table, key)
    if (key % 5000 === 0) longest = Math.max(longest, longestRun(table))
  }
  // Where keys are spent in one part of the table only, the new ones must not pile up in the other.
  expect(longest).toBeLessThan(2000)
  expect(upTo(2 * count).filter((key) => key >= count && kept(table, key) !== key)).toEqual([])
  expect(table.size).toBeLessThan(1.01 * count)
  expect(table.bytes).toBeLessThanOrEqual(1.2 * bytes)
})

test('there are never more keys than allowed, at whatever moment of growing the bound is reached', () => {
  for (const maxKeys of [1, 13, 14, 27, 28, 1000, 27_000, 27_300, 33_000]) {
    const table = new SlotTable(1, maxKeys, holding)
    let most = 0
    for (let key = 0; key < maxKeys + 500; key++) {
      add(table, key)
      most = Math.max(most, table.size)
    }
    expect(most).toBe(maxKeys)
    expect(table.evictions).toBe(500)
  }
})

test('a cleared table is as small as a new one', () => {
  const table = new SlotTable(1, 1e9, holding)
  const { bytes } = table
  for (let key = 0; key < 50_000; key++) add(table, key)
  table.clear()
  expect(table.size).toBe(0)
  expect(table.bytes).toBe(bytes)
  expect(kept(table, 1)).toBe(undefined)
})
