import { describe, expect, test } from 'vitest'
import { sampleLimits } from '../../../../../test/support/sample-limits.ts'
import { createLimiter, manualClock, slidingLog, SluiceError, tokenBucket } from '../../index.ts'

const startMs = 1_780_000_000_000

test.each(Object.entries(sampleLimits))(
  '%s: a restored limiter goes on deciding as the one that was dumped',
  (_, limit) => {
    const clock = manualClock(startMs)
    const first = createLimiter({ limit, clock })
    const second = createLimiter({ limit, clock })
    for (let index = 0; index < 300; index++) {
      first.check(`key ${index % 40}`, { cost: index % 3 })
      clock.advance(index % 5)
    }
    first.block('key 7', '1h')
    second.check('gone after the restore')
    second.restore(first.dump())
    expect(second.stats().keys).toBe(first.stats().keys)
    for (let index = 0; index < 300; index++) {
      const key = `key ${index % 50}`
      expect(second.check(key, { cost: index % 3 })).toEqual(first.check(key, { cost: index % 3 }))
      clock.advance(index % 7)
    }
  },
)

describe('a dump that cannot be restored changes nothing', () => {
  const clock = manualClock(startMs)
  const limit = tokenBucket({ capacity: 3, rate: '1/h' })
  const source = createLimiter({ limit, clock })
  source.check('ann', { cost: 3 })
  const dump = source.dump()

  /** The code that restoring gives, and what is left of ann's allowance after it. */
  function outcome(bytes: unknown): [string, number] {
    const limiter = createLimiter({ limit, clock })
    limiter.check('ann', { cost: 2 })
    let code = 'restored'
    try {
      limiter.restore(bytes as Uint8Array)
    } catch (error) {
      code = error instanceof SluiceError ? error.code : String(error)
    }
    return [code, limiter.peek('ann').remaining]
  }

  test('any byte that is changed is noticed', () => {
    for (let at = 0; at < dump.length; at++) {
      const changed = dump.slice()
      changed[at]! ^= 0x10
      expect(outcome(changed)).toEqual(['ERR_DAMAGED_DUMP', 1])
    }
  })

  test('any end that is missing is noticed', () => {
    for (let length = 0; length < dump.length; length++)
      expect(outcome(dump.slice(0, length))).toEqual(['ERR_DAMAGED_DUMP', 1])
  })

  test('what is no dump is refused', () => {
    for (const bytes of [undefined, 'text', [1, 2], new Uint8Array(1000)])
      expect(outcome(bytes)).toEqual(['ERR_DAMAGED_DUMP', 1])
  })

  test('a dump of other limits is refused', () => {
    const others = [
      createLimiter({ limit: tokenBucket({ capacity: 4, rate: '1/h' }), clock }),
      createLimiter({ limit: slidingLog({ limit: 3, window: '1h' }), clock }),
      createLimiter({ limits: { limit }, clock }),
      createLimiter({ limits: { one: limit, two: limit }, clock }),
    ]
    const same = others.splice(2, 1)[0]
    same?.restore(dump)
    for (const other of others) expect(outcome(other.dump())).toEqual(['ERR_DUMP_MISMATCH', 1])
  })
})

test('a dump fits another process, whose own seed differs', () => {
  const clock = manualClock(startMs)
  const limit = tokenBucket({ capacity: 3, rate: '1/h' })
  const source = createLimiter({ limit, clock })
  source.check('ann', { cost: 3 })
  const target = createLimiter({ limit, clock })
  expect(target.dump()).not.toEqual(createLimiter({ limit, clock }).dump())
  target.restore(source.dump())
  expect(target.check('ann').allowed).toBe(false)
  expect(target.dump()).toEqual(source.dump())
})

test('a dump of many keys is restored in full, or as far as a limiter for fewer keys can hold them', () => {
  const clock = manualClock(startMs)
  const limit = tokenBucket({ capacity: 3, rate: '1/h' })
  const source = createLimiter({ limit, clock })
  const count = 50_000
  for (let index = 0; index < count; index++) source.check(`key ${index}`)
  const dump = source.dump()
  const whole = createLimiter({ limit, clock })
  whole.restore(dump)
  let lost = 0
  for (let index = 0; index < count; index++) if (whole.peek(`key ${index}`).remaining !== 2) lost++
  expect(lost).toBe(0)
  const smaller = createLimiter({ limit, clock, maxKeys: 5000 })
  smaller.restore(dump)
  expect(smaller.stats().keys).toBe(5000)
})
