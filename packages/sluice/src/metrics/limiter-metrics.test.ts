import { describe, expect, test } from 'vitest'
import { faultyStore } from '../../../../test/support/faulty-store.ts'
import { manualClock } from '../clock.ts'
import { SluiceError } from '../errors.ts'
import type { StoreEvent } from '../events.ts'
import { createLimiter } from '../limiter/create-limiter.ts'
import { fixedWindow } from '../limits/fixed-window.ts'
import { leakyBucket } from '../limits/leaky-bucket.ts'
import { tokenBucket } from '../limits/token-bucket.ts'
import type { Store } from '../stores/store.ts'
import { limiterMetrics, type LimiterMetrics } from './limiter-metrics.ts'

const limit = fixedWindow({ limit: 3, window: '1m' })

/** The values of a metric by its labels, in one line each. */
function read({ metrics }: LimiterMetrics, name: string): Record<string, number> {
  const metric = metrics.find((each) => each.name === name)
  if (metric === undefined) throw new Error(`no metric is called ${name}`)
  return Object.fromEntries(metric.read().map(({ values, value }) => [values.join(' '), value]))
}

function watched(options: { name?: string; maxKeys?: number; countRefused?: boolean } = {}) {
  const clock = manualClock()
  const limiter = createLimiter({ limit, clock, ...options })
  const metrics = limiterMetrics()
  const stop = metrics.watch(limiter)
  return { clock, limiter, metrics, stop }
}

describe('decisions', () => {
  test('count by their outcome, with the units they asked for', () => {
    const { limiter, metrics } = watched({ name: 'api' })
    limiter.check('key', { cost: 2 })
    limiter.reserve('key')
    limiter.check('key', { cost: 5 })
    limiter.check('key')
    limiter.peek('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 2, 'api refused': 2 })
    expect(read(metrics, 'sluice.units')).toEqual({ 'api allowed': 3, 'api refused': 6 })
  })

  test('that have been read stay as they were', () => {
    const { limiter, metrics } = watched()
    const readAll = () => metrics.metrics.map((metric) => metric.read())
    limiter.check('key', { cost: 9 })
    const before = readAll()
    const copy = structuredClone(before)
    limiter.check('key', { cost: 9 })
    expect(before).toEqual(copy)
    expect(readAll()).not.toEqual(copy)
  })

  test('of all limiters without a name count together', () => {
    const metrics = limiterMetrics()
    for (let each = 0; each < 3; each++) {
      const limiter = createLimiter({ limit })
      metrics.watch(limiter)
      limiter.check('key')
    }
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'unnamed allowed': 3, 'unnamed refused': 0 })
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'unnamed limit': 3 })
  })

  test('count once, however often their limiter is given, and no more once it is let go', () => {
    const { limiter, metrics, stop } = watched()
    const again = metrics.watch(limiter)
    limiter.check('key')
    again()
    limiter.check('key')
    stop()
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'unnamed allowed': 1, 'unnamed refused': 0 })
    metrics.watch(limiter)
    limiter.check('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'unnamed allowed': 2, 'unnamed refused': 0 })
  })

  test('under another limit count with those of the limiter', () => {
    const { limiter, metrics } = watched()
    limiter.under(fixedWindow({ limit: 100, window: '1m' })).check('key', { cost: 50 })
    expect(read(metrics, 'sluice.units')).toEqual({ 'unnamed allowed': 50, 'unnamed refused': 0 })
  })

  test('count once where a limiter is watched along with those under other limits', () => {
    const { limiter, metrics, stop } = watched({ name: 'api' })
    const larger = limiter.under(fixedWindow({ limit: 100, window: '1m' }))
    const largest = larger.under(fixedWindow({ limit: 1000, window: '1m' }))
    for (const each of [larger, largest]) expect(metrics.watch(each, { name: 'own' })).toBe(stop)
    for (const each of [limiter, larger, largest]) each.check('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 3, 'api refused': 0 })
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'api limit': 1 })
    stop()
    metrics.watch(larger)
    limiter.check('key', { cost: 9 })
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 3, 'api refused': 1 })
  })

  test('that reuse one object count as others do', () => {
    const metrics = limiterMetrics()
    const limiter = createLimiter({ limit, reuseDecision: true })
    metrics.watch(limiter)
    for (let call = 0; call < 5; call++) limiter.check('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'unnamed allowed': 3, 'unnamed refused': 2 })
  })

  test('count from the start, at 0, under the name of the limiter', () => {
    const { metrics } = watched({ name: 'own' })
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'own allowed': 0, 'own refused': 0 })
    expect(read(watched().metrics, 'sluice.decisions')).toEqual({})
  })

  test('count from the start, at 0, under the name that is given', () => {
    const metrics = limiterMetrics()
    const limiter = createLimiter({ limit, name: 'own' })
    metrics.watch(limiter, { name: 'given' })
    const zero = { 'given allowed': 0, 'given refused': 0 }
    expect(read(metrics, 'sluice.decisions')).toEqual(zero)
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'given limit': 0 })
    limiter.check('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ ...zero, 'given allowed': 1 })
  })

  test('of a store that answers later count as well', async () => {
    const metrics = limiterMetrics()
    const limiter = createLimiter({ limit, store: promising(), name: 'shared' })
    metrics.watch(limiter)
    for (let call = 0; call < 4; call++) await limiter.check('key')
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'shared allowed': 3, 'shared refused': 1 })
    expect(read(metrics, 'sluice.memory.keys')).toEqual({})
  })
})

describe('refusals', () => {
  test('count at each limit that refused', () => {
    const metrics = limiterMetrics()
    const limits = { burst: tokenBucket({ capacity: 1, rate: '1/s' }), minute: limit }
    const clock = manualClock()
    const limiter = createLimiter({ limits, clock, name: 'api' })
    metrics.watch(limiter)
    limiter.check('key')
    limiter.check('key')
    clock.advance(1000)
    limiter.check('key')
    clock.advance(1000)
    limiter.check('key')
    limiter.check('key')
    expect(read(metrics, 'sluice.refusals')).toEqual({ 'api burst limit': 2, 'api minute limit': 1 })
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 3, 'api refused': 2 })
  })

  test('say which limit a cost can never fit, and which is merely used up', () => {
    const metrics = limiterMetrics()
    const limits = { small: fixedWindow({ limit: 2, window: '1m' }), large: limit }
    const limiter = createLimiter({ limits, clock: manualClock(), name: 'api' })
    metrics.watch(limiter)
    limiter.check('key', { cost: 2 })
    limiter.check('key', { cost: 3 })
    expect(read(metrics, 'sluice.refusals')).toEqual({ 'api small never': 1, 'api large limit': 1 })
  })

  test('say that a key was blocked', () => {
    const { limiter, metrics } = watched({ name: 'api' })
    limiter.block('key', '1m')
    limiter.check('key')
    expect(read(metrics, 'sluice.refusals')).toEqual({ 'api limit blocked': 1 })
  })

  test('without the shared store say so, whatever else was wrong', () => {
    const { limiter, metrics } = watched()
    const refusal = { ...limiter.peek('key', { cost: 9 }), blocked: true, fallback: 'deny' } as const
    metrics.count({ type: 'decision', limiter: 'api', keys: ['key'], cost: 9, decision: refusal })
    expect(read(metrics, 'sluice.refusals')).toEqual({ 'api limit fallback': 1 })
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 0, 'api refused': 1 })
  })

  test('in shadow mode count besides', () => {
    const { limiter, metrics } = watched({ name: 'api' })
    for (let call = 0; call < 25; call++) limiter.check('key', { mode: 'shadow' })
    expect(read(metrics, 'sluice.decisions')).toEqual({ 'api allowed': 3, 'api refused': 22 })
    expect(read(metrics, 'sluice.shadow.refusals')).toEqual({ api: 22 })
  })
})

test('delays of allowed requests add up in seconds', () => {
  const metrics = limiterMetrics()
  const limiter = createLimiter({ limit: leakyBucket({ size: 3, rate: '1/s' }), clock: manualClock() })
  metrics.watch(limiter)
  for (let call = 0; call < 5; call++) limiter.check('key')
  expect(read(metrics, 'sluice.delay')).toEqual({ unnamed: 3 })
})

describe('a shared store', () => {
  const tell: { emit?: (event: StoreEvent) => void } = {}
  const failure = new SluiceError('ERR_STORE_TIMEOUT', 'No answer in time.')
  const down = { type: 'error', limiter: 'api', store: 'redis', error: failure } as const
  const up = { type: 'recovered', limiter: 'api', store: 'redis', downMs: 100 } as const

  function sharedLimiter() {
    const metrics = limiterMetrics()
    const stop = metrics.watch(createLimiter({ limit, store: promising(tell), name: 'api' }))
    return { metrics, stop, told: (event: StoreEvent) => tell.emit?.(event) }
  }

  test('is down from its error until it has recovered, and each outage counts', () => {
    const { metrics, told } = sharedLimiter()
    told(up)
    expect(read(metrics, 'sluice.store.down')).toEqual({ 'api redis': 0 })
    told(down)
    expect(read(metrics, 'sluice.store.down')).toEqual({ 'api redis': 1 })
    told(up)
    told(down)
    told(up)
    expect(read(metrics, 'sluice.store.down')).toEqual({ 'api redis': 0 })
    expect(read(metrics, 'sluice.store.outages')).toEqual({ 'api redis ERR_STORE_TIMEOUT': 2 })
  })

  test('of a limiter that is let go is not down any longer', () => {
    const { metrics, stop, told } = sharedLimiter()
    told(down)
    stop()
    stop()
    expect(read(metrics, 'sluice.store.down')).toEqual({ 'api redis': 0 })
  })

  test('that gave no answer counts by the policy and by what it failed with', () => {
    const { metrics, told } = sharedLimiter()
    const answer = { type: 'fallback', limiter: 'api', policy: 'deny', count: 1 } as const
    told({ ...answer, code: 'ERR_STORE_TIMEOUT' })
    told({ ...answer, code: 'ERR_STORE_TIMEOUT' })
    told({ ...answer, code: 'ERR_STORE_UNAVAILABLE', policy: 'local' })
    expect(read(metrics, 'sluice.fallbacks')).toEqual({
      'api deny ERR_STORE_TIMEOUT': 2,
      'api local ERR_STORE_UNAVAILABLE': 1,
    })
  })
})

describe('memory', () => {
  test('is read when it is asked for', () => {
    const { limiter, metrics } = watched({ name: 'api', maxKeys: 10 })
    for (let key = 0; key < 25; key++) limiter.check(`key ${key}`)
    const { keys, bytes, evictions } = limiter.stats()
    expect(evictions).toBe(25 - keys)
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'api limit': keys })
    expect(read(metrics, 'sluice.memory.usage')).toEqual({ 'api limit': bytes })
    expect(read(metrics, 'sluice.memory.evictions')).toEqual({ 'api limit': evictions })
  })

  test('of a limiter that is let go is 0, but what it evicted stays counted', () => {
    const { limiter, metrics, stop } = watched({ name: 'api', maxKeys: 10 })
    for (let key = 0; key < 25; key++) limiter.check(`key ${key}`)
    const before = read(metrics, 'sluice.memory.evictions')
    stop()
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'api limit': 0 })
    expect(read(metrics, 'sluice.memory.usage')).toEqual({ 'api limit': 0 })
    expect(read(metrics, 'sluice.memory.evictions')).toEqual(before)
  })

  test('of a limiter that is let go and taken again counts no eviction twice', () => {
    const { limiter, metrics, stop } = watched({ name: 'api', maxKeys: 10 })
    for (let key = 0; key < 25; key++) limiter.check(`key ${key}`)
    stop()
    metrics.watch(limiter)
    stop()
    limiter.check('key 0')
    for (let key = 0; key < 25; key++) limiter.check(`late ${key}`)
    const { keys, evictions } = limiter.stats()
    expect(read(metrics, 'sluice.memory.evictions')).toEqual({ 'api limit': evictions })
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'api limit': keys })
  })

  test('that cannot be read costs no other metric', () => {
    const { limiter, metrics } = watched({ name: 'api' })
    const gone = {
      on: limiter.on.bind(limiter),
      stats: () => {
        throw new Error('gone')
      },
    }
    metrics.watch(gone, { name: 'gone' })
    const broken = { on: limiter.on.bind(limiter), stats: () => Promise.reject(new Error('gone')) }
    metrics.watch(broken, { name: 'broken' })
    limiter.check('key')
    expect(read(metrics, 'sluice.memory.keys')).toEqual({ 'api limit': 1 })
    expect(read(metrics, 'sluice.decisions')).toMatchObject({ 'broken allowed': 1 })
  })
})

describe('series', () => {
  test('are never more than asked for, and what is beyond counts as other', () => {
    const metrics = limiterMetrics({ maxSeries: 6 })
    for (let each = 0; each < 1000; each++) {
      const limiter = createLimiter({
        limit: fixedWindow({ limit: 1, window: '1m' }),
        name: `tenant-${each}`,
      })
      metrics.watch(limiter)
      limiter.check('key')
      limiter.check('key')
    }
    const decisions = read(metrics, 'sluice.decisions')
    expect(Object.keys(decisions)).toHaveLength(8)
    expect(decisions).toMatchObject({ 'tenant-2 refused': 1, 'other allowed': 997, 'other refused': 997 })
    expect(read(metrics, 'sluice.memory.keys')).toMatchObject({ 'tenant-5 limit': 1, 'other other': 994 })
  })

  test('are not made of words that nobody knows', () => {
    const metrics = limiterMetrics()
    for (let each = 0; each < 100; each++) {
      const code = `ERR_${each}` as 'ERR_STORE_TIMEOUT'
      metrics.count({ type: 'fallback', limiter: 'api', policy: 'deny', code, count: each })
    }
    expect(read(metrics, 'sluice.fallbacks')).toEqual({ 'api deny other': 100 })
  })

  test('of names that hold the same text in another place are not one', () => {
    const metrics = limiterMetrics()
    const names = ['b","c', 'b', '"', ',', '\0', 'b\0c']
    const limits = Object.fromEntries(names.map((name) => [name, fixedWindow({ limit: 1, window: '1m' })]))
    const limiter = createLimiter({ limits, name: 'a' })
    metrics.watch(limiter)
    limiter.check('key', { cost: 2 })
    const values = metrics.metrics.find(({ name }) => name === 'sluice.refusals')?.read()
    expect(values).toEqual(names.map((name) => ({ values: ['a', name, 'never'], value: 1 })))
  })
})

test.each([
  [() => limiterMetrics({ maxSeries: 0 }), 'ERR_INVALID_NUMBER'],
  [() => limiterMetrics({ most: 1 } as object), 'ERR_INVALID_OPTION'],
  [() => limiterMetrics().watch(createLimiter({ limit }), { name: 'two words' }), 'ERR_INVALID_OPTION'],
  [() => limiterMetrics().watch(createLimiter({ limit }), { label: 'x' } as object), 'ERR_INVALID_OPTION'],
])('%s throws', (make, code) => {
  expect(make).toThrow(expect.objectContaining({ code }))
})

/** A memory store that answers by promise, and hands out how to tell its limiter something. */
function promising(tell: { emit?: (event: StoreEvent) => void } = {}): Store<'async'> {
  const store = faultyStore()
  return {
    name: 'redis',
    mode: 'async',
    bind: (limits, options) => {
      tell.emit = (event) => {
        options.emit(event)
      }
      return store.bind(limits, options)
    },
  }
}
