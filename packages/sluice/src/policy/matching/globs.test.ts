import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Glob } from './glob.ts'
import { SegmentsGlob } from './segments-glob.ts'

/** The definition, tried out in every way: `*` is nothing, or a character and the same again. */
function isLike(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern
  if (pattern === '') return text === ''
  if (first !== '*') return text.startsWith(first) && isLike(rest.join(''), text.slice(1))
  return isLike(rest.join(''), text) || (text !== '' && isLike(pattern, text.slice(1)))
}

function areLike(patterns: readonly string[], segments: readonly string[]): boolean {
  const [first, ...rest] = patterns
  if (first === undefined) return segments.length === 0
  if (first === '**')
    return areLike(rest, segments) || (segments.length > 0 && areLike(patterns, segments.slice(1)))
  return segments.length > 0 && isLike(first, segments[0]!) && areLike(rest, segments.slice(1))
}

const pattern = fc
  .string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  .filter((each) => !each.includes('**'))
const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })

test('a star stands for any characters, none too', () => {
  fc.assert(
    fc.property(pattern, text, (each, value) => {
      expect(new Glob(each).matches(value)).toBe(isLike(each, value))
    }),
    { numRuns: 2000 },
  )
})

test('two stars stand for any segments, none too', () => {
  const patterns = fc.array(fc.oneof(fc.constant('**'), fc.constantFrom('a', '*', 'a*', 'b')), {
    maxLength: 7,
  })
  const segments = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 8 })
  fc.assert(
    fc.property(patterns, segments, (each, values) => {
      expect(new SegmentsGlob(each).matches(values)).toBe(areLike(each, values))
    }),
    { numRuns: 2000 },
  )
})

test('patterns that make others try for ever are as quick as any', () => {
  const many = new Glob(`${'a*'.repeat(500)}b`)
  expect(many.matches('a'.repeat(1_000_000))).toBe(false)
  const segments = Array.from({ length: 100_000 }, () => 'a')
  const deep = new SegmentsGlob([...Array.from({ length: 100 }, () => ['**', 'a*b']).flat(), '**'])
  expect(deep.matches(segments)).toBe(false)
})
