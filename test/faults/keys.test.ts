/** Every string is an ordinary key, and no two strings are one. */
import { describe, expect, test } from 'vitest'
import { createLimiter, joinKey, manualClock, slidingLog } from '../../packages/sluice/src/index.ts'

function limiterOf(limit: number) {
  return createLimiter({ limit: slidingLog({ limit, window: '1m' }), clock: manualClock() })
}

// B26
test('keys joined from different parts never meet', () => {
  const limiter = limiterOf(1)
  const partLists = [
    ['ab', 'c'],
    ['a', 'bc'],
    ['a:b', 'c'],
    ['a', 'b:c'],
    ['a', ''],
    ['', 'a'],
  ]
  for (const parts of partLists) expect(limiter.check(joinKey(...parts)).allowed).toBe(true)
  for (const parts of partLists) expect(limiter.check(joinKey(...parts)).allowed).toBe(false)
})

// B27
describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', (key) => {
  test('is a key like any other', () => {
    const limiter = limiterOf(2)
    expect(
      [limiter.check(key), limiter.check(key), limiter.check(key)].map(({ allowed }) => allowed),
    ).toEqual([true, true, false])
    expect(limiter.check('x')).toMatchObject({ allowed: true, remaining: 1 })
    expect(({} as { count?: unknown }).count).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  // B27, also where a key names a limit.
  test('is a name of a limit like any other', () => {
    const limits = Object.fromEntries([[key, slidingLog({ limit: 1, window: '1m' })]])
    const limiter = createLimiter({ limits, clock: manualClock() })
    const keys = Object.fromEntries([[key, 'user']])
    expect(limiter.check(keys).allowed).toBe(true)
    const refusal = limiter.check(keys)
    expect(refusal).toMatchObject({ allowed: false, refusedBy: [key] })
    expect(Object.keys(refusal.limits)).toEqual([key])
    expect(() => limiter.check({})).toThrow(expect.objectContaining({ code: 'ERR_INVALID_KEY' }))
  })
})

// B28: the two forms of é are two keys, as they are two strings; `Keys` says so.
test('spaces, control characters and any Unicode make keys of their own', () => {
  const limiter = limiterOf(1)
  const keys = [
    'ann lee',
    'ann_lee',
    'annlee',
    'ann\r\nlee',
    'ann\u0000lee',
    '\u{1f600}',
    '\u00e9',
    'e\u0301',
    '',
    ' ',
    '\ud83d',
    '\ude00',
    'k'.repeat(100_000),
    'k'.repeat(100_001),
  ]
  expect(keys.map((key) => limiter.check(key).allowed)).toEqual(keys.map(() => true))
  expect(keys.map((key) => limiter.check(key).allowed)).toEqual(keys.map(() => false))
})
