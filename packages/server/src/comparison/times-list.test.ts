import { expect, test } from 'vitest'
import { beginsAsTimesList, parseTimesList } from './times-list.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a list of times is told from a log by its first line', () => {
  expect(beginsAsTimesList(bytes('0\n12\n'))).toBe(true)
  expect(beginsAsTimesList(bytes('\n  1431857103000\r\n'))).toBe(true)
  expect(beginsAsTimesList(bytes('12'))).toBe(true)
  expect(beginsAsTimesList(bytes('1157689312.049 5006 192.0.2.1 TCP_MISS/200'))).toBe(false)
  expect(beginsAsTimesList(bytes('time,client\n1,a'))).toBe(false)
  expect(beginsAsTimesList(bytes(''))).toBe(false)
})

test('times are sorted as numbers; blank lines and the end of the last line do not matter', () => {
  expect([...parseTimesList('f', '1000\r\n\n9\n80')]).toEqual([9, 80, 1000])
})

test.each(['1.5', '-1', 'abc', '99999999999999999', '1 2'])('%j is named with its line', (word) => {
  expect(() => parseTimesList('f', `1\n${word}\n`)).toThrow(
    expect.objectContaining({ name: 'WorkError', message: expect.stringContaining('f, line 2:') }),
  )
})
