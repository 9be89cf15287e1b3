import { describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { fixedWindow } from '../limits/fixed-window.ts'
import type { Limit } from '../limits/limit.ts'
import { leakyBucket } from '../limits/leaky-bucket.ts'
import { slidingLog } from '../limits/sliding-log.ts'
import { tokenBucket } from '../limits/token-bucket.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import type { BindOptions, Store } from '../stores/store.ts'
import { createLimiter } from './create-limiter.ts'
import type { Limiter } from './limiter.ts'

const limit = tokenBucket({ capacity: 10, rate: '1/s' })

function limiterAt(startMs = 0, options: { countRefused?: boolean } = {}) {
  const clock = manualClock(startMs)
  return { clock, limiter: createLimiter({ limit, clock, ...options }) }
}

describe('createLimiter', () => {
  test('shows its limits by their names, and those of a plan under another', () => {
    const day = slidingLog({ limit: 100, window: '1d' })
    expect(createLimiter({ limit }).limits).toEqual({ limit })
    const limiter = createLimiter({ limits: { limit, day } })
    expect(Object.keys(limiter.limits)).toEqual(['limit', 'day'])
    const larger = slidingLog({ limit: 200, window: '1d' })
    expect(limiter.under({ day: larger }).limits).toEqual({ limit, day: larger })
    expect(limiter.limits).toEqual({ limit, day })
  })

  test('shows its name, and whose keys one under another limit has', () => {
    const limiter = createLimiter({ limit, name: 'api' })
    const under = limiter.under(tokenBucket({ capacity: 20, rate: '1/s' }))
    const below = under.under(tokenBucket({ capacity: 30, rate: '1/s' }))
    expect([limiter, under, below].map(({ name }) => name)).toEqual(['api', 'api', 'api'])
    expect([limiter, under, below].every(({ origin }) => origin === limiter)).toBe(true)
    expect(createLimiter({ limit }).name).toBeUndefined()
  })

  test('needs nothing but a limit', () => {
    const limiter = createLimiter({ limit })
    const { atMs, ...decision } = limiter.check('user:81', { cost: 3 })
    expect(decision).toEqual({
      allowed: true,
      limit: 10,
      remaining: 7,
      retryAfterMs: 0,
      resetAfterMs: 3000,
      replenishAfterMs: 1000,
      delayMs: 0,
      never: false,
      blocked: false,
    })
    expect(Math.abs(atMs - Date.now())).toBeLessThan(60_000)
  })

  test('two limiters share no key, not even over one store and one limit', () => {
    const store = memoryStore()
    const one = createLimiter({ limit, store, clock: manualClock() })
    const other = createLimiter({ limit, store, clock: manualClock() })
    one.check('key', { cost: 10 })
    expect(other.check('key').remaining).toBe(9)
  })

  const bad: readonly (readonly [string, unknown, string])[] = [
    ['no options', undefined, 'createLimiter'],
    ['null', null, 'createLimiter'],
    ['neither limit nor limits', {}, 'limit'],
    ['both', { limit, limits: { a: limit } }, 'limit'],
    ['a limit that is none', { limit: { capacity: 5 } }, 'limit'],
    ['a limit of null', { limit: null }, 'limit'],
    ['no limits by name', { limits: {} }, 'limits'],
    ['limits of null', { limits: null }, 'limits'],
    ['a named limit that is none', { limits: { burst: limit, month: '5/s' } }, 'limits.month'],
    ['an unknown name', { limit, window: '1m' }, 'createLimiter.window'],
    ['a store that is none', { limit, store: new Map() }, 'store'],
    ['a store of null', { limit, store: null }, 'store'],
    ['maxKeys beside a store', { limit, store: memoryStore(), maxKeys: 5 }, 'maxKeys'],
    ['a clock that is none', { limit, clock: Date.now }, 'clock'],
    ['a clock of null', { limit, clock: null }, 'clock'],
    ['countRefused as text', { limit, countRefused: 'false' }, 'countRefused'],
    ['countRefused of null', { limit, countRefused: null }, 'countRefused'],
    ['an empty name', { limit, name: '' }, 'name'],
    ['a name with a brace', { limit, name: 'api{1}' }, 'name'],
    ['a name with a line break at its end', { limit, name: 'api\n' }, 'name'],
    ['a name that is too long', { limit, name: 'a'.repeat(101) }, 'name'],
    ['a name of null', { limit, name: null }, 'name'],
    ['an unknown policy', { limit, onStoreFailure: 'open' }, 'onStoreFailure'],
    ['a policy of null', { limit, onStoreFailure: null }, 'onStoreFailure'],
    ['a share of nothing', { limit, localShare: 0 }, 'localShare'],
    ['a share above all', { limit, localShare: 1.01 }, 'localShare'],
    ['a share as text', { limit, localShare: '0.5' }, 'localShare'],
    ['a share beside another policy', { limit, localShare: 0.5, onStoreFailure: 'deny' }, 'localShare'],
  ]

  test.each(bad)('%s throws', (_, options, field) => {
    expect(() => createLimiter(options as { limit: Limit })).toThrow(
      expect.objectContaining({ name: 'SluiceError', code: 'ERR_INVALID_OPTION', field }),
    )
  })

  test('tells a store its name, and what to do when the store fails', () => {
    const bound: BindOptions[] = []
    const spy = (options: object) => {
      const store: Store<'sync'> = {
        ...memoryStore(),
        bind: (limits, bindOptions) => {
          bound.push(bindOptions)
          return memoryStore().bind(limits, bindOptions)
        },
      }
      createLimiter({ limit, store, ...options })
    }
    spy({})
    spy({ name: 'api/v1.2:login_x-9', onStoreFailure: 'local', localShare: 0.25 })
    expect(bound[0]).toMatchObject({ onStoreFailure: 'local' })
    expect(bound[0]).not.toHaveProperty('name')
    expect(bound[0]).not.toHaveProperty('localShare')
    expect(bound[1]).toMatchObject({ name: 'api/v1.2:login_x-9', onStoreFailure: 'local', localShare: 0.25 })
  })

  test.each([0, -1, 1.5, NaN, Infinity, '10', null])('maxKeys of %s throws', (maxKeys) => {
    const expected = expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'maxKeys', value: maxKeys })
    expect(() => createLimiter({ limit, maxKeys: maxKeys as number })).toThrow(expected)
    expect(() => memoryStore({ maxKeys: maxKeys as number })).toThrow(expected)
  })
})

const verbs: readonly (readonly [string, (limiter: Limiter, key: never, cost: never) => unknown])[] = [
  ['check', (limiter, key, cost) => limiter.check(key, { cost })],
  ['peek', (limiter, key, cost) => limiter.peek(key, { cost })],
  ['reserve', (limiter, key, cost) => limiter.reserve(key, { cost })],
  ['refund', (limiter, key, cost) => limiter.refund(key, { cost })],
]

describe.each(verbs)('%s', (_, call) => {
  test.each([undefined, null, 5, {}, { limit: 5 }])('a key of %o throws', (key) => {
    expect(() => call(limiterAt().limiter, key as never, 1 as never)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_KEY' }),
    )
  })

  test.each([-1, 0.5, NaN, Infinity, 2 ** 53, '1', null])(
    'a cost of %s throws and changes nothing',
    (cost) => {
      const { limiter } = limiterAt()
      expect(() => call(limiter, 'key' as never, cost as never)).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_COST', field: 'cost', value: cost }),
      )
      expect(limiter.peek('key').remaining).toBe(10)
    },
  )

  test('a cost that is not given is 1', () => {
    const given = limiterAt()
    const left = limiterAt()
    call(given.limiter, 'key' as never, 1 as never)
    call(left.limiter, 'key' as never, undefined as never)
    expect(left.limiter.peek('key')).toEqual(given.limiter.peek('key'))
  })

  test.each([NaN, -1, Infinity, '5', 9e15])('a clock that shows %s throws', (time) => {
    const late = createLimiter({
      limit: fixedWindow({ limit: 5, window: 2 ** 52 }),
      clock: { now: () => time as number },
    })
    expect(() => call(late, 'key' as never, 1 as never)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_CLOCK' }),
    )
  })
})

test.each(['check', 'peek', 'reserve', 'refund'] as const)('%s with an unknown option throws', (verb) => {
  const { limiter } = limiterAt()
  expect(() => limiter[verb]('key', { costs: 3 } as object)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'options.costs', value: 3 }),
  )
  expect(() => limiter[verb]('key', null as never)).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION' }),
  )
})

test.each(['check', 'reserve'] as const)('%s in a mode that is none throws', (verb) => {
  for (const mode of ['trial', '', true, null]) {
    expect(() => limiterAt().limiter[verb]('key', { mode: mode as 'shadow' })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'mode', value: mode }),
    )
  }
})

describe('refund', () => {
  test('gives units back at most up to a full allowance', () => {
    const { limiter } = limiterAt()
    limiter.check('key', { cost: 6 })
    expect(limiter.refund('key', { cost: 2 })).toMatchObject({ allowed: true, remaining: 6 })
    expect(limiter.refund('key', { cost: 100 }).remaining).toBe(10)
    expect(limiter.refund('never seen', { cost: 5 }).remaining).toBe(10)
  })

  test.each([NaN, Infinity, '5', null])('atMs of %s throws', (atMs) => {
    const { limiter } = limiterAt()
    expect(() => limiter.refund('key', { atMs: atMs as number })).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'atMs', value: atMs }),
    )
  })

  test('finds the entry of its time in a log', () => {
    const clock = manualClock()
    const limiter = createLimiter({ limit: slidingLog({ limit: 10, window: 1000 }), clock })
    const { atMs } = limiter.check('key', { cost: 4 })
    clock.set(600)
    limiter.check('key', { cost: 5 })
    limiter.refund('key', { cost: 4, atMs })
    expect(limiter.peek('key')).toMatchObject({ remaining: 5, replenishAfterMs: 1000 })
    limiter.refund('key', { cost: 2 })
    expect(limiter.peek('key')).toMatchObject({ remaining: 7, resetAfterMs: 1000 })
  })

  test('shortens the queue of a leaky bucket from its end', () => {
    const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '1/s' }), clock: manualClock() })
    limiter.check('key', { cost: 4 })
    limiter.refund('key')
    expect(limiter.check('key').delayMs).toBe(3000)
  })
})

describe('reserve and settle', () => {
  test('a reservation is a decision with what was asked for', () => {
    const { limiter } = limiterAt(500)
    expect(limiter.reserve('key', { cost: 4 })).toMatchObject({
      allowed: true,
      remaining: 6,
      keys: ['key'],
      cost: 4,
      atMs: 500,
    })
  })

  test('settling for less gives the rest back', () => {
    const { limiter } = limiterAt()
    expect(limiter.settle(limiter.reserve('key', { cost: 8 }), 3).remaining).toBe(7)
  })

  test('settling for the same changes nothing', () => {
    const { limiter } = limiterAt()
    expect(limiter.settle(limiter.reserve('key', { cost: 8 }), 8)).toMatchObject({
      remaining: 2,
      resetAfterMs: 8000,
    })
  })

  test('settling for more takes the rest, into debt if it must be, which is earned back', () => {
    const { limiter, clock } = limiterAt()
    expect(limiter.settle(limiter.reserve('key', { cost: 8 }), 9).remaining).toBe(1)
    const after = limiter.settle(limiter.reserve('key', { cost: 1 }), 6)
    expect(after).toMatchObject({ remaining: 0, resetAfterMs: 15_000, replenishAfterMs: 6000 })
    clock.set(5999)
    expect(limiter.check('key').allowed).toBe(false)
    clock.set(6000)
    expect(limiter.check('key').allowed).toBe(true)
  })

  test('a reservation is settled once', () => {
    const { limiter } = limiterAt()
    const reservation = limiter.reserve('key', { cost: 8 })
    limiter.settle(reservation, 3)
    expect(() => limiter.settle(reservation, 3)).toThrow(
      expect.objectContaining({ code: 'ERR_RESERVATION_SETTLED', field: 'reservation', value: reservation }),
    )
    expect(limiter.peek('key').remaining).toBe(7)
  })

  test('a refused reservation holds nothing', () => {
    const { limiter } = limiterAt()
    limiter.check('key', { cost: 8 })
    const reservation = limiter.reserve('key', { cost: 8 })
    expect(() => limiter.settle(reservation, 1)).toThrow(
      expect.objectContaining({ code: 'ERR_RESERVATION_REFUSED', field: 'reservation', value: reservation }),
    )
    expect(limiter.peek('key').remaining).toBe(2)
  })

  test.each([-1, 0.5, NaN, '1', undefined, null])(
    'a real cost of %s throws and leaves the reservation open',
    (cost) => {
      const { limiter } = limiterAt()
      const reservation = limiter.reserve('key', { cost: 8 })
      expect(() => limiter.settle(reservation, cost as number)).toThrow(
        expect.objectContaining({ code: 'ERR_INVALID_COST' }),
      )
      expect(limiter.settle(reservation, 1).remaining).toBe(9)
    },
  )

  test('under several limits every one is corrected', () => {
    const limits = { burst: limit, day: fixedWindow({ limit: 100, window: 'day' }) }
    const limiter = createLimiter({ limits, clock: manualClock() })
    const down = limiter.settle(limiter.reserve('key', { cost: 8 }), 3)
    expect(down.limits).toMatchObject({ burst: { remaining: 7 }, day: { remaining: 97 } })
    const up = limiter.settle(limiter.reserve('key', { cost: 2 }), 20)
    expect(up.limits).toMatchObject({
      burst: { remaining: 0, replenishAfterMs: 14_000 },
      day: { remaining: 77 },
    })
  })

  test('an estimate of 0 reserves nothing and can be settled for more', () => {
    const { limiter } = limiterAt()
    expect(limiter.settle(limiter.reserve('key', { cost: 0 }), 4).remaining).toBe(6)
  })
})

test.each(['none', null, true])('a refund of what was decided by %s throws', (fallback) => {
  expect(() => limiterAt().limiter.refund('key', { fallback: fallback as 'deny' })).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_OPTION', field: 'fallback', value: fallback }),
  )
})

describe('block', () => {
  test('refuses everything but a look until it ends', () => {
    const { limiter, clock } = limiterAt()
    limiter.block('key', '1m')
    expect(limiter.check('key')).toMatchObject({
      allowed: false,
      blocked: true,
      retryAfterMs: 60_000,
      remaining: 0,
    })
    expect(limiter.check('key', { cost: 0 })).toMatchObject({ allowed: true, blocked: true })
    expect(limiter.check('another')).toMatchObject({ allowed: true, blocked: false })
    clock.set(59_999)
    expect(limiter.check('key')).toMatchObject({ allowed: false, retryAfterMs: 1 })
    clock.set(60_000)
    expect(limiter.check('key')).toMatchObject({ allowed: true, blocked: false, remaining: 9 })
  })

  test('a second block takes the place of the first, and 0 lifts it', () => {
    const { limiter } = limiterAt()
    limiter.block('key', '1h')
    limiter.block('key', 5000)
    expect(limiter.peek('key').retryAfterMs).toBe(5000)
    limiter.block('key', 0)
    expect(limiter.check('key')).toMatchObject({ allowed: true, blocked: false })
  })

  test('a blocked key still earns its allowance, and refunds still count', () => {
    const { limiter, clock } = limiterAt()
    limiter.check('key', { cost: 10 })
    limiter.block('key', 4000)
    limiter.refund('key', { cost: 3 })
    clock.set(4000)
    expect(limiter.peek('key').remaining).toBe(7)
  })

  test('a request refused because of a block is not charged, even if refusals are counted', () => {
    const { limiter, clock } = limiterAt(0, { countRefused: true })
    limiter.block('key', 1000)
    limiter.check('key', { cost: 5 })
    clock.set(1000)
    expect(limiter.peek('key').remaining).toBe(10)
  })

  test('under several limits one key may be blocked beside others', () => {
    const limits = { user: limit, address: limit }
    const limiter = createLimiter({ limits, clock: manualClock() })
    limiter.block({ user: 'eve', address: '192.0.2.1' }, '1m')
    expect(limiter.check({ user: 'eve', address: '192.0.2.2' })).toMatchObject({
      allowed: false,
      blocked: true,
      refusedBy: ['user'],
    })
    expect(limiter.check({ user: 'ann', address: '192.0.2.2' }).allowed).toBe(true)
  })

  test.each([-1, 1.5, NaN, Infinity, 'soon', null, undefined])('a duration of %s throws', (duration) => {
    expect(() => limiterAt().limiter.block('key', duration as number)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_DURATION', field: 'duration', value: duration }),
    )
  })
})

describe('counted refusals', () => {
  test('use allowance, but never more than there is', () => {
    const { limiter, clock } = limiterAt(0, { countRefused: true })
    limiter.check('key', { cost: 7 })
    expect(limiter.check('key', { cost: 5 })).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterMs: 5000,
    })
    for (let attempt = 0; attempt < 50; attempt++) limiter.check('key', { cost: 10 })
    expect(limiter.peek('key').retryAfterMs).toBe(1000)
    clock.set(1000)
    expect(limiter.check('key').allowed).toBe(true)
  })

  test('charge the limits too that would have let the request pass', () => {
    const limits = {
      burst: tokenBucket({ capacity: 1, rate: '1/min' }),
      day: fixedWindow({ limit: 10, window: 'day' }),
    }
    const limiter = createLimiter({ limits, clock: manualClock(), countRefused: true })
    for (let attempt = 0; attempt < 3; attempt++) limiter.check('key')
    expect(limiter.check('key', { cost: 0 }).limits).toMatchObject({
      burst: { remaining: 0 },
      day: { remaining: 7 },
    })
    expect(limiter.check('key')).toMatchObject({
      refusedBy: ['burst'],
      limits: { day: { allowed: true, retryAfterMs: 0, remaining: 6 } },
    })
  })
})

test('reset forgets a key under every limit, with its block', () => {
  const limits = { burst: limit, day: fixedWindow({ limit: 100, window: 'day' }) }
  const limiter = createLimiter({ limits, clock: manualClock() })
  limiter.check('key', { cost: 8 })
  limiter.check('another', { cost: 8 })
  limiter.block('key', '1h')
  limiter.reset('key')
  expect(limiter.peek('key')).toMatchObject({ allowed: true, blocked: false, remaining: 10 })
  expect(limiter.peek('another').remaining).toBe(2)
})
