import { describe, expect, test } from 'vitest'
import { faultyStore } from '../../../../../test/support/faulty-store.ts'
import { manualTimers, settled } from '../../../../../test/support/manual-timers.ts'
import type { LimiterEvents } from '../../events.ts'
import { createLimiter, type LimitOptions } from '../../limiter/create-limiter.ts'
import type { LimitDecision, Limiter } from '../../limiter/limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import type { Store } from '../store.ts'
import { StoreGuard, type GuardParts } from './store-guard.ts'

const limit = tokenBucket({ capacity: 10, rate: '1/s' })

type Told = LimiterEvents<unknown>['fallback' | 'error' | 'recovered']

function setting(options: Partial<LimitOptions<'async'>> = {}, parts: GuardParts = {}, hasCheckOne = false) {
  const timers = manualTimers()
  const faulty = faultyStore()
  const guard = new StoreGuard('store', { clock: timers.clock, timers, random: () => 0, ...parts })
  const store: Store<'async'> = {
    name: 'store',
    mode: 'async',
    bind: (limits, bindOptions) =>
      guard.guard(faulty.bind(limits, bindOptions, hasCheckOne), limits, bindOptions),
  }
  const limiter = createLimiter({ limit, store, clock: timers.clock, ...options })
  const told: Told[] = []
  for (const name of ['fallback', 'error', 'recovered'] as const)
    limiter.on(name, (event) => told.push(event))
  return { timers, faulty, guard, store, limiter, told }
}

type Setting = ReturnType<typeof setting>

/** What a call gives once the time for it has passed. */
async function after<T>({ timers }: Setting, ms: number, call: Promise<T>): Promise<T> {
  void call.catch(() => undefined)
  await timers.advance(ms)
  return call
}

/** Lets three calls fail, so that the breaker opens. */
async function takeDown(all: Setting): Promise<void> {
  all.faulty.condition = 'failing'
  for (let call = 0; call < 3; call++) await all.limiter.peek('nobody', { cost: 0 })
  expect(all.guard.health().phase).toBe('open')
}

/** Brings the store back, and lets the probe be answered. */
async function bringBack(all: Setting): Promise<void> {
  all.faulty.condition = 'up'
  await all.timers.advance(5000)
  await all.limiter.peek('nobody', { cost: 0 })
  expect(all.guard.health().phase).toBe('recovering')
}

/** Brings the store back for so long that it is trusted again. */
async function bringBackForGood(all: Setting): Promise<void> {
  await bringBack(all)
  await all.timers.advance(1000)
  await all.limiter.peek('nobody', { cost: 0 })
  expect(all.guard.health().phase).toBe('closed')
}

describe.each([
  ['check', false],
  ['checkOne', true],
])('a store that answers by %s', (_, hasCheckOne) => {
  test('decides while it is up, and nothing says otherwise', async () => {
    const { limiter, told } = setting({}, {}, hasCheckOne)
    const decision = await limiter.check('key', { cost: 4 })
    expect(decision).toMatchObject({ allowed: true, remaining: 6 })
    expect(decision).not.toHaveProperty('fallback')
    expect(told).toEqual([])
  })

  test.each(['hanging', 'failing', 'unsupported'] as const)(
    'is answered for while it is %s',
    async (condition) => {
      const all = setting({ onStoreFailure: 'allow', name: 'api' }, {}, hasCheckOne)
      all.faulty.condition = condition
      const decision = await after(all, 50, all.limiter.check('key', { cost: 4 }))
      expect(decision).toEqual({
        allowed: true,
        limit: 10,
        remaining: 6,
        retryAfterMs: 0,
        resetAfterMs: 4000,
        replenishAfterMs: 1000,
        delayMs: 0,
        never: false,
        blocked: false,
        atMs: expect.any(Number),
        fallback: 'allow',
      })
      const code = {
        hanging: 'ERR_STORE_TIMEOUT',
        failing: 'ERR_STORE_UNAVAILABLE',
        unsupported: 'ERR_STORE_UNSUPPORTED',
      }[condition]
      expect(all.told).toContainEqual({ type: 'fallback', limiter: 'api', policy: 'allow', code, count: 1 })
    },
  )

  test('is not asked while the breaker is open, and requests do not wait', async () => {
    const all = setting({}, {}, hasCheckOne)
    await takeDown(all)
    all.faulty.condition = 'hanging'
    const before = all.faulty.calls
    const answers = await Promise.all(Array.from({ length: 100 }, () => all.limiter.check('key')))
    expect(answers.every(({ fallback }) => fallback === 'local')).toBe(true)
    expect(all.faulty.calls).toBe(before)
  })

  test('that answers late has decided nothing here, and nothing is left behind', async () => {
    const all = setting({ onStoreFailure: 'deny' }, {}, hasCheckOne)
    all.faulty.condition = 'hanging'
    const late = [all.limiter.check('key'), all.limiter.check('key')]
    const [decision] = await after(all, 50, Promise.all(late))
    expect(decision).toMatchObject({ allowed: false, fallback: 'deny' })
    expect(all.guard.health().pending).toBe(0)
    all.faulty.failLate()
    await settled()
    expect(all.told.length).toBe(2)
  })

  test('faults of the caller are the caller’s, and say nothing about the store', async () => {
    const all = setting({}, {}, hasCheckOne)
    all.faulty.condition = 'misused'
    for (let call = 0; call < 10; call++) {
      await expect(all.limiter.check('key')).rejects.toMatchObject({ code: 'ERR_INVALID_CLOCK' })
    }
    expect(all.guard.health().phase).toBe('closed')
    expect(all.told).toEqual([])
  })
})

describe('allow', () => {
  test('lets everything pass that fits the limit at all, however often', async () => {
    const all = setting({ onStoreFailure: 'allow' })
    await takeDown(all)
    for (let call = 0; call < 30; call++) {
      expect(await all.limiter.check('key', { cost: 10 })).toMatchObject({ allowed: true, remaining: 0 })
    }
    expect(await all.limiter.check('key', { cost: 11 })).toMatchObject({
      allowed: false,
      never: true,
      retryAfterMs: Infinity,
      fallback: 'allow',
    })
    expect(await all.limiter.peek('key', { cost: 3 })).toMatchObject({ allowed: true, remaining: 10 })
  })
})

describe('deny', () => {
  test('refuses everything that costs something until the next probe', async () => {
    const all = setting({ onStoreFailure: 'deny' })
    await takeDown(all)
    await all.timers.advance(40)
    expect(await all.limiter.check('key')).toEqual({
      allowed: false,
      limit: 10,
      remaining: 0,
      retryAfterMs: 60,
      resetAfterMs: 60,
      replenishAfterMs: 60,
      delayMs: 0,
      never: false,
      blocked: false,
      atMs: all.timers.clock.now(),
      fallback: 'deny',
    })
    expect(await all.limiter.check('key', { cost: 11 })).toMatchObject({
      never: true,
      retryAfterMs: Infinity,
    })
    expect(await all.limiter.check('key', { cost: 0 })).toMatchObject({ allowed: true, retryAfterMs: 0 })
  })

  test('says at least 1 ms while the store is still asked', async () => {
    const all = setting({ onStoreFailure: 'deny' })
    all.faulty.condition = 'failing'
    expect(await all.limiter.check('key')).toMatchObject({ allowed: false, retryAfterMs: 1 })
  })

  test('says of several limits that all of them refuse', async () => {
    const limits = { burst: limit, day: fixedWindow({ limit: 100, window: 'day' }) }
    const { store, faulty } = setting()
    faulty.condition = 'failing'
    const limiter = createLimiter({ limits, store, onStoreFailure: 'deny' })
    expect(await limiter.check('key', { cost: 20 })).toMatchObject({
      allowed: false,
      never: true,
      refusedBy: ['burst', 'day'],
      fallback: 'deny',
      limits: { burst: { never: true }, day: { never: false, retryAfterMs: 1 } },
    })
  })
})

async function allowedWhileDown(all: Setting, requests: number): Promise<number> {
  let allowed = 0
  for (let call = 0; call < requests; call++) if ((await all.limiter.check('key')).allowed) allowed++
  return allowed
}

describe('local', () => {
  const shares: readonly (readonly [string, Partial<LimitOptions<'async'>>, GuardParts, number])[] = [
    ['the whole limit where nothing says that it is shared', {}, {}, 10],
    ['its part of what peers share', {}, { peers: () => 3 }, 3],
    ['the share that it is given, whatever peers there are', { localShare: 0.5 }, { peers: () => 3 }, 5],
    ['nothing if its share is below one unit', {}, { peers: () => 11 }, 0],
    ['the whole limit if the number of peers makes no sense', {}, { peers: () => 2.5 }, 10],
  ]

  test.each(shares)('a process decides by %s', async (_, options, parts, wanted) => {
    const all = setting(options, parts)
    await takeDown(all)
    expect(await allowedWhileDown(all, 20)).toBe(wanted)
  })

  test('the last number of peers that was known holds', async () => {
    let peers: number | undefined = 5
    const all = setting({}, { peers: () => peers })
    all.faulty.condition = 'failing'
    await all.limiter.peek('key')
    peers = undefined
    await takeDown(all)
    expect(await allowedWhileDown(all, 20)).toBe(2)
  })

  test('a share from when the fleet was smaller is not used any more', async () => {
    let peers = 1
    const all = setting({}, { peers: () => peers })
    all.faulty.condition = 'failing'
    await all.limiter.check('key')
    peers = 10
    expect(await allowedWhileDown(all, 20)).toBe(1)
  })

  test('a process that is left alone has it all', async () => {
    let peers = 5
    const all = setting({}, { peers: () => peers })
    all.faulty.condition = 'failing'
    await all.limiter.peek('key')
    peers = 1
    expect(await allowedWhileDown(all, 20)).toBe(10)
  })

  test('a cost above the share is told to wait for the store, one above the limit that it never passes', async () => {
    const all = setting({ localShare: 0.5 })
    await takeDown(all)
    expect(await all.limiter.check('key', { cost: 6 })).toMatchObject({
      allowed: false,
      never: false,
      retryAfterMs: 100,
    })
    expect(await all.limiter.check('key', { cost: 11 })).toMatchObject({
      never: true,
      retryAfterMs: Infinity,
    })
  })

  test('if one of several limits has no share nothing passes, and that limit is named', async () => {
    const limits = { burst: limit, day: fixedWindow({ limit: 100, window: 'day' }) }
    const { store, faulty } = setting({}, { peers: () => 20 })
    faulty.condition = 'failing'
    const limiter = createLimiter({ limits, store })
    for (let call = 0; call < 2; call++) {
      expect(await limiter.check('key')).toMatchObject({
        allowed: false,
        blocked: false,
        retryAfterMs: 1,
        refusedBy: ['burst'],
        limits: { burst: { limit: 10, remaining: 0 }, day: { limit: 5, remaining: 5 } },
      })
    }
    expect((await limiter.check('key', { cost: 0 })).allowed).toBe(true)
  })

  test('refusals count where the limiter counts them', async () => {
    const all = setting({ countRefused: true, localShare: 0.5 })
    await takeDown(all)
    await all.limiter.check('key', { cost: 3 })
    await all.limiter.check('key', { cost: 4 })
    expect(await all.limiter.peek('key', { cost: 0 })).toMatchObject({ remaining: 0 })
  })

  test('its state is dropped once the store has decided again for a second', async () => {
    const all = setting({ limit: fixedWindow({ limit: 10, window: '365d' }) })
    await takeDown(all)
    expect(await allowedWhileDown(all, 20)).toBe(10)
    await bringBackForGood(all)
    expect(await all.limiter.check('key')).toMatchObject({ remaining: 9 })
    await takeDown(all)
    expect(await allowedWhileDown(all, 20)).toBe(10)
  })

  test('a store that is back for a moment only does not renew it, nor do calls that it cannot take yet', async () => {
    const all = setting({ limit: fixedWindow({ limit: 10, window: '365d' }) })
    await takeDown(all)
    expect(await allowedWhileDown(all, 8)).toBe(8)
    await bringBack(all)
    const answers = await Promise.all(Array.from({ length: 30 }, () => all.limiter.check('key')))
    expect(answers.filter(({ fallback }) => fallback === undefined).length).toBe(4)
    expect(answers.filter(({ fallback, allowed }) => fallback === 'local' && allowed).length).toBe(2)
    await takeDown(all)
    expect(await allowedWhileDown(all, 20)).toBe(0)
  })

  test('its state goes when the limiter is closed', async () => {
    const all = setting()
    await takeDown(all)
    await all.limiter.check('key', { cost: 10 })
    await all.limiter.close()
    expect((await all.limiter.check('key')).remaining).toBe(9)
  })
})

describe('after the fact', () => {
  test('a refund that cannot be delivered is lost, and gives nothing to the local limiter', async () => {
    const all = setting()
    await all.limiter.check('key', { cost: 8 })
    await takeDown(all)
    await all.limiter.check('key', { cost: 5 })
    expect(await all.limiter.refund('key', { cost: 3 })).toMatchObject({ remaining: 5, fallback: 'local' })
    all.faulty.condition = 'up'
    await all.timers.advance(100)
    // In the 100 ms no unit has come back: 2 were left.
    expect(await all.limiter.peek('key')).toMatchObject({ remaining: 2 })
  })

  test('units that a fallback let pass go back where they were taken', async () => {
    const all = setting()
    await takeDown(all)
    const reservation = await all.limiter.reserve('key', { cost: 8 })
    expect(reservation).toMatchObject({ fallback: 'local', remaining: 2 })
    expect(await all.limiter.settle(reservation, 1)).toMatchObject({ fallback: 'local', remaining: 9 })
  })

  test.each(['local', 'allow'] as const)(
    'units that %s let pass are never given back to the store',
    async (policy) => {
      const all = setting({ onStoreFailure: policy })
      await all.limiter.check('key', { cost: 10 })
      await takeDown(all)
      const reservation = await all.limiter.reserve('key', { cost: 8 })
      const decision = await all.limiter.check('key', { cost: 2 })
      all.faulty.condition = 'up'
      await all.timers.advance(100)
      expect(await all.limiter.settle(reservation, 0)).toMatchObject({ remaining: 0 })
      expect(await all.limiter.refund('key', { ...given(decision), cost: 2 })).toMatchObject({ remaining: 0 })
    },
  )

  test('units of one outage are not given back to the local limiter of the next', async () => {
    const all = setting()
    await takeDown(all)
    const reservation = await all.limiter.reserve('key', { cost: 8 })
    await bringBackForGood(all)
    await takeDown(all)
    await all.limiter.check('key', { cost: 9 })
    expect(await all.limiter.settle(reservation, 0)).toMatchObject({ fallback: 'local', remaining: 1 })
  })

  test('what costs more than its estimate is charged to whoever decides then', async () => {
    const all = setting()
    const before = await all.limiter.reserve('key', { cost: 1 })
    await takeDown(all)
    expect(await all.limiter.settle(before, 5)).toMatchObject({ fallback: 'local', remaining: 6 })
    const during = await all.limiter.reserve('key', { cost: 1 })
    await bringBack(all)
    expect(await all.limiter.settle(during, 5)).toMatchObject({ remaining: 6 })
  })

  test.each(['allow', 'deny'] as const)('under %s a charge is lost', async (policy) => {
    const all = setting({ onStoreFailure: policy })
    const reservation = await all.limiter.reserve('key', { cost: 1 })
    await takeDown(all)
    expect(await all.limiter.settle(reservation, 5)).toMatchObject({
      fallback: policy,
      allowed: true,
      remaining: policy === 'allow' ? 10 : 0,
    })
  })

  test('block and reset reject with the fault of the store, and there are no stats', async () => {
    const all = setting({ onStoreFailure: 'allow' })
    all.faulty.condition = 'hanging'
    await expect(after(all, 50, all.limiter.block('key', '1h'))).rejects.toMatchObject({
      code: 'ERR_STORE_TIMEOUT',
    })
    await takeDown(all)
    await expect(all.limiter.reset('key')).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE' })
    expect(() => all.limiter.stats()).toThrow(expect.objectContaining({ code: 'ERR_NOT_SUPPORTED' }))
  })

  test('closing does not hang on the store, and ends what is told', async () => {
    const all = setting()
    all.faulty.condition = 'hanging'
    await after(all, 50, all.limiter.close())
    all.faulty.condition = 'failing'
    const told = all.told.length
    for (let call = 0; call < 5; call++)
      await all.guard.ask(() => Promise.reject(new Error('gone'))).catch(() => undefined)
    expect(all.guard.health().phase).toBe('open')
    expect(all.told.length).toBe(told)
  })
})

describe('events', () => {
  test('every fallback is told and counted; a change of state once, to every limiter', async () => {
    const all = setting({ name: 'one' })
    const other = createLimiter({ limit, store: all.store, name: 'other' })
    const toldOther: Told[] = []
    other.on('error', (event) => toldOther.push(event))
    other.on('recovered', (event) => toldOther.push(event))
    await takeDown(all)
    for (let call = 0; call < 50; call++) await all.limiter.check('key')
    await bringBack(all)
    await all.limiter.check('key')

    const fallbacks = all.told.filter((event) => event.type === 'fallback')
    expect(fallbacks.map(({ count }) => count)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1))
    const changes = all.told.filter((event) => event.type !== 'fallback')
    expect(changes).toMatchObject([
      { type: 'error', limiter: 'one', store: 'store', error: { code: 'ERR_STORE_UNAVAILABLE' } },
      { type: 'recovered', limiter: 'one', store: 'store', downMs: 5000 },
    ])
    expect(toldOther).toMatchObject([
      { type: 'error', limiter: 'other' },
      { type: 'recovered', limiter: 'other' },
    ])
  })

  test('the error keeps what the client threw', async () => {
    const all = setting()
    await takeDown(all)
    const error = all.told.find((event) => event.type === 'error')?.error
    expect(error?.message).toBe('store failed: connect ECONNREFUSED')
    expect(error?.cause).toMatchObject({ message: 'connect ECONNREFUSED' })
  })
})

test('layers between the guard’s two halves answer without the store, which proves nothing about it', async () => {
  const timers = manualTimers()
  const faulty = faultyStore()
  const guard = new StoreGuard('store', { clock: timers.clock, timers, random: () => 0 })
  const store: Store<'async'> = {
    name: 'store',
    mode: 'async',
    bind: (limits, options) => {
      const inner = guard.watch(faulty.bind(limits, options))
      const remembered = {
        atMs: 0,
        decisions: [
          {
            allowed: false,
            limit: 10,
            remaining: 0,
            retryAfterMs: 9,
            resetAfterMs: 9,
            replenishAfterMs: 9,
            delayMs: 0,
            never: false,
          },
        ],
        blocked: false,
      }
      const memory = {
        ...methods(inner),
        check: (keys: readonly string[], cost: number) =>
          keys[0] === 'refused' ? Promise.resolve(remembered) : inner.check(keys, cost),
      }
      return guard.withFallback(memory, limits, options)
    },
  }
  const limiter: Limiter<'async'> = createLimiter({ limit, store, clock: timers.clock })
  faulty.condition = 'failing'
  for (let call = 0; call < 3; call++) {
    expect(await limiter.check('refused')).toMatchObject({ retryAfterMs: 9 })
    await limiter.check('key')
  }
  expect(guard.health().phase).toBe('open')
  await timers.advance(5000)
  await limiter.check('refused')
  expect(guard.health().phase).toBe('open')
})

describe('options', () => {
  test.each([
    {},
    { deadlineMs: 1, breaker: { failures: 1, openMs: 1, maxOpenMs: 1 } },
    { breaker: { openMs: 60_000 } },
  ])('%j is fine', (parts) => {
    expect(new StoreGuard('store', parts).health()).toEqual({ phase: 'closed', pending: 0 })
  })

  test.each([
    [{ deadlineMs: 0 }, 'ERR_INVALID_NUMBER', 'deadlineMs'],
    [{ deadlineMs: '50' }, 'ERR_INVALID_NUMBER', 'deadlineMs'],
    [{ breaker: null }, 'ERR_INVALID_OPTION', 'breaker'],
    [{ breaker: { threshold: 3 } }, 'ERR_INVALID_OPTION', 'breaker.threshold'],
    [{ breaker: { failures: 0 } }, 'ERR_INVALID_NUMBER', 'breaker.failures'],
    [{ breaker: { openMs: null } }, 'ERR_INVALID_NUMBER', 'breaker.openMs'],
    [{ breaker: { openMs: 100, maxOpenMs: 99 } }, 'ERR_INVALID_OPTION', 'breaker.maxOpenMs'],
  ])('%j throws', (parts, code, field) => {
    expect(() => new StoreGuard('store', parts as GuardParts)).toThrow(
      expect.objectContaining({ code, field }),
    )
  })
})

/** The verbs of a binding as members of a plain object. */
function methods(inner: ReturnType<StoreGuard['watch']>): ReturnType<StoreGuard['watch']> {
  return {
    check: (keys, cost) => inner.check(keys, cost),
    peek: (keys, cost) => inner.peek(keys, cost),
    charge: (keys, cost) => inner.charge(keys, cost),
    giveBack: (keys, cost, takenAtMs) => inner.giveBack(keys, cost, takenAtMs),
    block: (keys, durationMs) => inner.block(keys, durationMs),
    reset: (keys) => inner.reset(keys),
    close: () => inner.close(),
  }
}

/** What a refund takes of the decision that charged its units. */
function given({ atMs, fallback }: LimitDecision) {
  return { atMs, ...(fallback && { fallback }) }
}
