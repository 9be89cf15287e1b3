import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('a text is looked at once, until many others have come', () => {
  const made: string[] = []
  const lengthOf = remembered((text) => {
    made.push(text)
    return text.length
  })
  expect([lengthOf('one'), lengthOf('one'), lengthOf('three')]).toEqual([3, 3, 5])
  expect(made).toEqual(['one', 'three'])
  for (let other = 0; other < 600; other++) lengthOf(`${other}`)
  expect(lengthOf('one')).toBe(3)
  expect(made).toHaveLength(602)
  for (let other = 600; other < 3000; other++) lengthOf(`${other}`)
  expect(lengthOf('one')).toBe(3)
  expect(made.filter((text) => text === 'one')).toHaveLength(2)
})

test('a text that is too long for an address is not kept', () => {
  let made = 0
  const count = remembered(() => ++made)
  expect([count('x'.repeat(65)), count('x'.repeat(65))]).toEqual([1, 2])
  expect([count('x'.repeat(64)), count('x'.repeat(64))]).toEqual([3, 3])
})
