/** What the memory store does at `maxKeys`. */
import { describe, expect, test } from 'vitest'
import { createLimiter, manualClock } from '../../packages/sluice/src/index.ts'
import { sampleLimits } from '../support/sample-limits.ts'

/** Ten million in the long run: `npm run test:long`. */
const newKeys = Number(process.env['SLUICE_LONG_DECISIONS'] ?? 300_000)
const maxKeys = Math.min(100_000, newKeys / 10)

describe.each(Object.entries(sampleLimits))('%s', (_, limit) => {
  test('a client that is being refused stays refused while new keys flood in, and memory stays flat', () => {
    const clock = manualClock(1_780_000_000_000)
    const limiter = createLimiter({ limit, clock, maxKeys })
    limiter.check('client', { cost: limit.rule.limit })
    let bytesWhenFull = Infinity
    for (let index = 0; index < newKeys / Object.keys(sampleLimits).length; index++) {
      limiter.check(`new ${index}`)
      if (index === maxKeys + 1000) bytesWhenFull = limiter.stats().bytes
    }
    const { keys, bytes, evictions } = limiter.stats()
    expect(limiter.check('client').allowed).toBe(false)
    expect(keys).toBeLessThanOrEqual(maxKeys)
    expect(bytes).toBeLessThan(1.2 * bytesWhenFull)
    expect(evictions).toBe(Math.max(0, Math.floor(newKeys / Object.keys(sampleLimits).length) + 1 - maxKeys))
  })

  test('of two keys the one nearer to a full allowance goes', () => {
    const limiter = createLimiter({ limit, clock: manualClock(1_780_000_000_000), maxKeys: 2 })
    limiter.check('more used', { cost: 3 })
    limiter.check('less used', { cost: 2 })
    limiter.check('new')
    expect(limiter.peek('more used').remaining).toBe(limit.rule.limit - 3)
    expect(limiter.peek('less used').remaining).toBe(limit.rule.limit)
    expect(limiter.peek('new').remaining).toBe(limit.rule.limit - 1)
  })
})
