import { expect, test } from 'vitest'
import { bytesText } from './bytes-text.ts'
import { durationText } from './duration-text.ts'
import { momentText } from './moment-text.ts'
import { table } from './table.ts'
import { wrapped } from './wrapped.ts'

test('bytes are told in powers of a thousand', () => {
  expect([0, 8, 999, 1000, 8000, 80e6, 160e6, 4.76e9].map(bytesText)).toEqual([
    '0 B',
    '8 B',
    '999 B',
    '1.0 KB',
    '8.0 KB',
    '80.0 MB',
    '160.0 MB',
    '4.8 GB',
  ])
})

test('durations are told in the largest unit that divides them', () => {
  expect(
    [1, 250, 1000, 1500, 60_000, 90_000, 900_000, 3_600_000, 86_400_000, 604_800_000].map(durationText),
  ).toEqual(['1 ms', '250 ms', '1 s', '1,500 ms', '1 min', '90 s', '15 min', '1 h', '1 d', '7 d'])
})

test('moments are told as finely as their step, made-up ones from the start', () => {
  const moment = Date.UTC(2015, 4, 17, 10, 5, 3, 40)
  expect(momentText(moment, 1000)).toBe('2015-05-17 10:05:03')
  expect(momentText(moment, 1)).toBe('2015-05-17 10:05:03.040')
  expect(momentText(moment, 86_400_000)).toBe('2015-05-17')
  expect(momentText(12_000, 1000)).toBe('12 s')
  expect(momentText(12_300, 100)).toBe('12.300 s')
  expect(momentText(5_400_000, 60_000)).toBe('1:30:00')
})

test('a table aligns numbers to the right, groups their digits and draws no box', () => {
  const text = table(
    [{ heading: 'who', align: 'left' }, { heading: 'sent' }],
    [
      ['ann', 12_036],
      ['bo', 7],
    ],
  )
  expect(text).toBe('who    sent\nann  12,036\nbo        7')
})

test('text is cut at blanks into lines of at most 80 columns', () => {
  const text = wrapped(`  name    ${'word '.repeat(30).trim()}`, 10)
  const lines = text.split('\n')
  expect(lines.length).toBe(3)
  expect(lines[0]).toMatch(/^ {2}name {4}word/)
  expect(lines.slice(1).every((line) => /^ {10}\S/.test(line))).toBe(true)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(text.split(/\s+/).filter((word) => word === 'word').length).toBe(30)
})

test('a word that is longer than a line stands alone', () => {
  expect(wrapped(`a ${'x'.repeat(90)} b`)).toBe(`a\n${'x'.repeat(90)}\nb`)
})
