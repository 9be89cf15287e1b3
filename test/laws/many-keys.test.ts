/** A store that is full gives up the keys that have least to lose, so that new keys buy nobody freedom. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimiter, manualClock } from '../../packages/sluice/src/index.ts'
import { everyShortLimit } from '../support/limit-cases.ts'

describe.each(everyShortLimit)('%s', (_, limits, numRuns) => {
  const cases = fc.tuple(
    limits.filter(({ limit }) => limit.rule.limit > 1),
    fc.integer({ min: 40, max: 200 }),
  )

  test('a flood of new keys frees no key that is refused, while there are others', () => {
    fc.assert(
      fc.property(cases, ([{ limit }, maxKeys]) => {
        const limiter = createLimiter({ limit, maxKeys, clock: manualClock(1_700_000_000_123) })
        limiter.check('refused', { cost: limit.rule.limit })
        limiter.block('blocked', '1h')
        for (let key = 0; key < 5 * maxKeys; key++) expect(limiter.check(`new ${key}`).allowed).toBe(true)
        expect(limiter.check('refused').allowed).toBe(false)
        expect(limiter.check('blocked').allowed).toBe(false)
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })

  test('a key that the store has room for is never given up', () => {
    fc.assert(
      fc.property(cases, ([{ limit }, maxKeys]) => {
        const limiter = createLimiter({ limit, maxKeys, clock: manualClock(1_700_000_000_123) })
        for (let key = 0; key < maxKeys; key++) limiter.check(`key ${key}`)
        const remaining = Array.from({ length: maxKeys }, (_key, key) => limiter.peek(`key ${key}`).remaining)
        expect(new Set(remaining)).toEqual(new Set([limit.rule.limit - 1]))
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })

  test('a key of which nothing is remembered is decided like one never seen', () => {
    fc.assert(
      fc.property(cases, ([{ limit }, maxKeys]) => {
        const clock = manualClock(1_700_000_000_123)
        const limiter = createLimiter({ limit, maxKeys, clock })
        for (let key = 0; key < 2 * maxKeys; key++) limiter.check(`key ${key}`)
        clock.advance(
          Math.max(...[0, 1].map((key) => limiter.peek(`key ${2 * maxKeys - 1 - key}`).resetAfterMs)),
        )
        for (const key of [0, maxKeys, 2 * maxKeys - 1]) {
          expect(limiter.check(`key ${key}`)).toEqual(limiter.check(`never seen ${key}`))
        }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    )
  })
})
