import { expect, test } from 'vitest'
import { defaultSetup, laneNames, sameLimit } from '../model/index.ts'
import { ruleInWords } from './rule-in-words.ts'

test.each(laneNames)('the rule of %s is made of its numbers', (name) => {
  const words = ruleInWords(name, defaultSetup.lanes[name])
  expect(words).toMatch(/\b5\b/)
  expect(words).toMatch(/\b2 s\b|\b400 ms\b/)
  expect(ruleInWords(name, sameLimit(1200, 3_600_000))).toContain('1,200')
})

test('the leaky bucket says what its places are for', () => {
  expect(ruleInWords('leaky-bucket', sameLimit(5, 2000, 'queue'))).toContain('5 may wait')
  expect(ruleInWords('leaky-bucket', sameLimit(5, 2000, 'size'))).toContain('Holds 5')
})
