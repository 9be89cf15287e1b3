import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json.ts'

test('says the same as the value, whatever its strings hold', () => {
  const strings = fc.oneof(fc.string(), fc.constantFrom('[', '\n', '[\n  1\n]', '"', '\\', ', ]'))
  const values = fc.jsonValue({ stringUnit: 'binary' })
  fc.assert(
    fc.property(fc.dictionary(strings, fc.oneof(values, fc.array(strings))), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('keeps short lists of numbers on one line, and long ones and lists of objects on several', () => {
  expect(jsonText({ a: [1, 2, 3], b: [[4], []] })).toBe(
    '{\n  "a": [1, 2, 3],\n  "b": [\n    [4],\n    []\n  ]\n}',
  )
  expect(jsonText([{ a: 1 }])).toBe('[\n  {\n    "a": 1\n  }\n]')
  expect(jsonText(Array.from({ length: 60 }, (_, i) => i)).split('\n').length).toBe(62)
})

test('has null for what is infinite', () => {
  expect(jsonText({ retryAfterMs: Infinity })).toBe('{\n  "retryAfterMs": null\n}')
})
