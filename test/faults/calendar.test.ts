/** Calendar windows are the calendar's, in the zone that was named and in no other. */
import { expect, test } from 'vitest'
import { createLimiter, fixedWindow, manualClock } from '../../packages/sluice/src/index.ts'
import { runNode } from '../support/node-process.ts'

const DAY_MS = 86_400_000

// B61
test('a month ends where the calendar ends it, not 30 days after some other', () => {
  const clock = manualClock(Date.parse('2026-11-30T12:00:00Z'))
  const limiter = createLimiter({
    limit: fixedWindow({ limit: 10, window: 'month', timeZone: 'UTC' }),
    clock,
  })
  expect(limiter.check('key').resetAfterMs).toBe(43_200_000)

  clock.set(Date.parse('2027-02-01T00:00:00Z'))
  expect(limiter.check('key').resetAfterMs).toBe(28 * DAY_MS)
})

// B61: 30 days are 30 days, and nothing calls them a month.
test('30 days are a duration of their own', () => {
  const clock = manualClock(Date.parse('2026-11-30T12:00:00Z'))
  const limiter = createLimiter({ limit: fixedWindow({ limit: 10, window: '30d' }), clock })
  expect(limiter.check('key').resetAfterMs).toBe(Date.parse('2026-12-03T00:00:00Z') - clock.now())
})

// B62
test('a daily quota starts again once a day', () => {
  const clock = manualClock(Date.parse('2026-08-30T18:00:00Z'))
  const limiter = createLimiter({ limit: fixedWindow({ limit: 10, window: 'day', timeZone: 'UTC' }), clock })
  limiter.check('key', { cost: 10 })
  clock.set(Date.parse('2026-08-31T00:10:00Z'))
  for (let call = 1; call <= 10; call++) {
    expect(limiter.check('key')).toMatchObject({ allowed: true, remaining: 10 - call })
    clock.advance(60_000)
  }
  const untilMidnightMs = Date.parse('2026-09-01T00:00:00Z') - clock.now()
  expect(limiter.check('key')).toMatchObject({ allowed: false, retryAfterMs: untilMidnightMs })
  clock.advance(untilMidnightMs - 1)
  expect(limiter.check('key').allowed).toBe(false)
  clock.advance(1)
  expect(limiter.check('key')).toMatchObject({ allowed: true, remaining: 9 })
})

// B63
test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
  'the zone of the machine changes nothing: %s',
  (TZ) => {
    const ended = runNode(
      'createLimiter, fixedWindow, manualClock',
      `const clock = manualClock(Date.parse('2026-11-30T12:34:56Z'))
     const waits = []
     for (const window of [86_400_000, 'day', 'week', 'month', 'year']) {
       const limiter = createLimiter({ limit: fixedWindow({ limit: 1, window }), clock })
       waits.push(limiter.check('key').allowed, limiter.check('key').retryAfterMs)
     }
     console.log(JSON.stringify(waits))`,
      { TZ },
    )
    const untilMidnightMs = 41_104_000
    const daysMore = [0, 0, 6, 0, 31]
    expect(JSON.parse(ended.stdout)).toEqual(
      daysMore.flatMap((days) => [true, untilMidnightMs + days * DAY_MS]),
    )
  },
)
