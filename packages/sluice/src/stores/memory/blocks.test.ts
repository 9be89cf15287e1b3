import { expect, test } from 'vitest'
import { Blocks } from './blocks.ts'

test('a block counts down, and is over at its end', () => {
  const blocks = new Blocks(10)
  blocks.set(1, 2, 100, 0)
  expect(blocks.leftMs(1, 2, 0)).toBe(100)
  expect(blocks.leftMs(1, 2, 99)).toBe(1)
  expect(blocks.leftMs(1, 2, 100)).toBe(0)
  expect(blocks.leftMs(2, 1, 0)).toBe(0)
})

test('a later call replaces a block, and an end that is not ahead lifts it', () => {
  const blocks = new Blocks(10)
  blocks.set(1, 2, 100, 0)
  blocks.set(1, 2, 50, 0)
  expect(blocks.leftMs(1, 2, 0)).toBe(50)
  blocks.set(1, 2, 0, 0)
  expect(blocks.size).toBe(0)
})

test('blocks that are over are dropped as others come', () => {
  const blocks = new Blocks(1_000_000)
  for (let key = 0; key < 1000; key++) blocks.set(key, 0, 100, 0)
  expect(blocks.size).toBe(1000)
  for (let key = 1000; key < 2000; key++) blocks.set(key, 0, 1000, 100)
  expect(blocks.size).toBe(1000)
})

test('at the most keys the one that ends first gives way', () => {
  const blocks = new Blocks(3)
  blocks.set(1, 0, 300, 0)
  blocks.set(2, 0, 100, 0)
  blocks.set(3, 0, 200, 0)
  blocks.set(4, 0, 400, 0)
  expect(new Set([...blocks.entries()].map(([high]) => high))).toEqual(new Set([1, 3, 4]))
  blocks.set(4, 0, 500, 0)
  expect(blocks.size).toBe(3)
})

test('negative halves of fingerprints come back as they were', () => {
  const blocks = new Blocks(3)
  blocks.set(-5, -2_147_483_648, 100, 0)
  expect([...blocks.entries()]).toEqual([[-5, -2_147_483_648, 100]])
})
