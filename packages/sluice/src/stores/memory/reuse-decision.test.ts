import { describe, expect, test } from 'vitest'
import { sampleLimits } from '../../../../../test/support/sample-limits.ts'
import { createLimiter, manualClock } from '../../index.ts'

describe.each(Object.entries(sampleLimits))('%s', (_, limit) => {
  test('with reuseDecision every check gives the same object, with the numbers of the last call', () => {
    const clock = manualClock(1_780_000_000_000)
    const reusing = createLimiter({ limit, clock, reuseDecision: true })
    const plain = createLimiter({ limit, clock })
    const first = reusing.check('ann', { cost: 0 })
    plain.check('ann', { cost: 0 })
    for (let index = 0; index < 200; index++) {
      const cost = index % 4
      expect(reusing.check(`key ${index % 3}`, { cost })).toEqual(plain.check(`key ${index % 3}`, { cost }))
      expect(reusing.check('ann')).toBe(first)
      plain.check('ann')
      clock.advance(index * 10)
    }
  })
})

test('without it every decision is kept as it was', () => {
  const limiter = createLimiter({ limit: sampleLimits['gcra']!, clock: manualClock(1_780_000_000_000) })
  const first = limiter.check('ann')
  expect(limiter.check('ann')).not.toBe(first)
  expect(first.remaining).toBe(9)
})
