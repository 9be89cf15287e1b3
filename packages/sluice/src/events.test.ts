import { describe, expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { LimiterEmitter, type FallbackEvent } from './events.ts'
import { createLimiter } from './limiter/create-limiter.ts'
import { fixedWindow } from './limits/fixed-window.ts'
import { tokenBucket } from './limits/token-bucket.ts'

const fallback: FallbackEvent = {
  type: 'fallback',
  limiter: undefined,
  policy: 'deny',
  code: 'ERR_STORE_TIMEOUT',
  count: 1,
}

describe('an emitter', () => {
  test('tells each listener of its own events, in the order they came, until it leaves', () => {
    const emitter = new LimiterEmitter<unknown>()
    const told: string[] = []
    const leave = emitter.on('fallback', ({ code }) => told.push(`first ${code}`))
    emitter.on('fallback', ({ policy }) => told.push(`second ${policy}`))
    emitter.on('recovered', () => told.push('recovered'))
    emitter.emit(fallback)
    leave()
    leave()
    emitter.emit(fallback)
    expect(told).toEqual(['first ERR_STORE_TIMEOUT', 'second deny', 'second deny'])
  })

  test('one listener may be there twice, and each subscription ends by itself', () => {
    const emitter = new LimiterEmitter<unknown>()
    let told = 0
    const listener = () => void told++
    const leave = emitter.on('fallback', listener)
    emitter.on('fallback', listener)
    emitter.emit(fallback)
    leave()
    emitter.emit(fallback)
    expect(told).toBe(3)
  })

  test('who leaves or comes while an event is told changes nothing about that event', () => {
    const emitter = new LimiterEmitter<unknown>()
    const told: string[] = []
    const leaveFirst = emitter.on('fallback', () => {
      told.push('first')
      leaveFirst()
      emitter.on('fallback', () => told.push('new'))
    })
    emitter.on('fallback', () => told.push('second'))
    emitter.emit(fallback)
    expect(told).toEqual(['first', 'second'])
    emitter.emit(fallback)
    expect(told).toEqual(['first', 'second', 'second', 'new'])
  })

  test('a listener that throws or rejects keeps nobody else from being told', async () => {
    const emitter = new LimiterEmitter<unknown>()
    let told = 0
    emitter.on('fallback', () => {
      throw new Error('a listener’s own')
    })
    emitter.on('fallback', () => Promise.reject(new Error('a listener’s own')))
    emitter.on('fallback', () => void told++)
    emitter.emit(fallback)
    await new Promise((resolve) => setImmediate(resolve))
    expect(told).toBe(1)
  })

  test('has listeners for a name, or none', () => {
    const emitter = new LimiterEmitter<unknown>()
    expect(emitter.has('decision')).toBe(false)
    const leave = emitter.on('decision', () => undefined)
    expect([emitter.has('decision'), emitter.has('refused')]).toEqual([true, false])
    leave()
    expect(emitter.has('decision')).toBe(false)
  })

  test.each([
    ['decided', Boolean, 'name'],
    ['toString', Boolean, 'name'],
    [undefined, Boolean, 'name'],
    ['decision', undefined, 'listener'],
    ['decision', {}, 'listener'],
  ])('a name of %s with a listener of %s throws', (name, listener, field) => {
    expect(() => new LimiterEmitter<unknown>().on(name as 'decision', listener as () => void)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_OPTION', field }),
    )
  })
})

describe('a limiter', () => {
  const limit = tokenBucket({ capacity: 2, rate: '1/s' })

  test('tells of every decision, and of refusals besides, with what it answers', () => {
    const limiter = createLimiter({ limit, clock: manualClock(), name: 'api' })
    const told: object[] = []
    limiter.on('decision', (event) => told.push(event))
    limiter.on('refused', (event) => told.push(event))
    const first = limiter.check('key', { cost: 2 })
    const second = limiter.check({ limit: 'key' })
    expect(told).toEqual([
      { type: 'decision', limiter: 'api', keys: ['key'], cost: 2, decision: first },
      { type: 'decision', limiter: 'api', keys: ['key'], cost: 1, decision: second },
      { type: 'refused', limiter: 'api', keys: ['key'], cost: 1, decision: second },
    ])
  })

  test('tells of refusals in shadow mode under a name of their own, and decides as ever', () => {
    const limiter = createLimiter({ limit, clock: manualClock(), name: 'api' })
    const told: object[] = []
    const push = (event: object) => told.push(event)
    limiter.on('refused', push)
    limiter.on('shadow-refused', push)
    limiter.check('key', { cost: 2, mode: 'shadow' })
    const tried = limiter.check('key', { mode: 'shadow' })
    const reserved = limiter.reserve('key', { cost: 2, mode: 'shadow' })
    const enforced = limiter.check('key', { mode: 'enforce' })
    expect(tried).toEqual(enforced)
    expect(told).toEqual([
      { type: 'shadow-refused', limiter: 'api', keys: ['key'], cost: 1, decision: tried },
      {
        type: 'shadow-refused',
        limiter: 'api',
        keys: ['key'],
        cost: 2,
        decision: { ...tried, retryAfterMs: 2000 },
      },
      { type: 'refused', limiter: 'api', keys: ['key'], cost: 1, decision: enforced },
    ])
    expect(reserved.allowed).toBe(false)
  })

  test('tells of reservations, and not of looks, refunds and settlements', () => {
    const limiter = createLimiter({ limit, clock: manualClock() })
    let told = 0
    limiter.on('decision', () => told++)
    const reservation = limiter.reserve('key')
    limiter.settle(reservation, 0)
    limiter.peek('key')
    limiter.refund('key')
    limiter.block('key', 1000)
    limiter.reset('key')
    expect(told).toBe(1)
  })

  test('with several limits tells the key of each', () => {
    const limits = { user: limit, address: fixedWindow({ limit: 5, window: '1m' }) }
    const limiter = createLimiter({ limits, clock: manualClock() })
    const keys: (readonly string[])[] = []
    limiter.on('decision', (event) => keys.push(event.keys))
    limiter.check({ user: 'ann', address: '192.0.2.1' })
    expect(keys).toEqual([['ann', '192.0.2.1']])
  })

  test.each([{}, { countRefused: true }, { reuseDecision: true }])(
    'with %o decides the same whether or not somebody listens, also while a listener throws',
    (options) => {
      const clock = manualClock()
      const watched = createLimiter({ limit, clock, ...options })
      const alone = createLimiter({ limit, clock, ...options })
      watched.on('decision', () => {
        throw new Error('a listener’s own')
      })
      const leave = watched.on('refused', () => Promise.reject(new Error('a listener’s own')))
      for (let call = 0; call < 30; call++) {
        if (call === 20) leave()
        clock.advance(call * 100)
        const cost = call % 4
        expect({ ...watched.check('key', { cost }) }).toEqual({ ...alone.check('key', { cost }) })
      }
    },
  )

  test('makes no event where nobody listens', () => {
    const { limiter, read } = spiedLimiter()
    limiter.check('key')
    expect(read()).toBe(0)
    const leave = limiter.on('decision', ({ decision }) => decision.allowed)
    limiter.check('key')
    expect(read()).toBeGreaterThan(0)
    leave()
    const before = read()
    limiter.check('key')
    limiter.check('key', { mode: 'shadow' })
    expect(read()).toBe(before)
  })
})

/** A limiter whose decisions count how often anybody but the caller reads them. */
function spiedLimiter() {
  let reads = 0
  const decision = {
    get allowed() {
      reads++
      return true
    },
  }
  const binding = {
    checkOne: () => decision,
    check: () => ({ atMs: 0, decisions: [decision], blocked: false }),
  }
  const store = { name: 'spy', mode: 'sync' as const, bind: () => binding as never }
  return {
    limiter: createLimiter({ limit: tokenBucket({ capacity: 2, rate: '1/s' }), store }),
    read: () => reads,
  }
}
