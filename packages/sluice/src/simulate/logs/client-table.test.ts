import { expect, test } from 'vitest'
import { ClientTable } from './client-table.ts'

test('clients are numbered in the order of first sight and known again', () => {
  const table = new ClientTable()
  const names = Array.from({ length: 5000 }, (_, index) => `2001:db8::${index.toString(16)}`)
  expect(names.map((name) => table.indexOfText(name))).toEqual(names.map((_, index) => index))
  expect(names.map((name) => table.indexOfText(name))).toEqual(names.map((_, index) => index))
  expect(names.map((_, index) => table.name(index))).toEqual(names)
  expect(table.size).toBe(5000)
})

test('odd names are ordinary clients, each its own', () => {
  const table = new ClientTable()
  const names = [
    '',
    '__proto__',
    'constructor',
    'A',
    'a',
    'a\0',
    '\ud800',
    '\ud801',
    '\ufffd',
    'ü',
    '日本',
    '😀',
    'x'.repeat(100_000),
  ]
  const numbers = names.map((name) => table.indexOfText(name))
  expect(new Set(numbers).size).toBe(names.length)
  expect(table.name(numbers.length - 1)).toBe('x'.repeat(100_000))
  expect(names.slice(8, 12).map((_, index) => table.name(index + 8))).toEqual(names.slice(8, 12))
})

test('names that are not UTF-8 stay apart though they are shown alike', () => {
  const table = new ClientTable()
  const [first, second] = [Uint8Array.of(65, 0xff), Uint8Array.of(65, 0xfe)]
  expect([table.indexOf(first, 0, 2), table.indexOf(second, 0, 2)]).toEqual([0, 1])
  expect([table.name(0), table.name(1)]).toEqual(['A\ufffd', 'A\ufffd'])
})
