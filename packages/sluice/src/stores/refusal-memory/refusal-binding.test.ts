import { expect, test } from 'vitest'
import { manualClock, type ManualClock } from '../../clock.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import type { Limit } from '../../limits/limit.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { memoryStore } from '../memory/memory-store.ts'
import { clockStopwatch, machineStopwatch, type Stopwatch } from '../stopwatch.ts'
import type { Binding } from '../store.ts'
import { RefusalBinding } from './refusal-binding.ts'
import { RefusalMemory } from './refusal-memory.ts'

const startMs = 1_780_000_000_000

interface Setting {
  readonly clock: ManualClock
  readonly binding: RefusalBinding
  /** What has reached the store. */
  readonly asked: string[]
  /** The store itself, as another process uses it. */
  readonly store: Binding<'async'>
}

interface Parts {
  readonly maxKeys?: number
  readonly maxMs?: number
  readonly stopwatch?: (clock: ManualClock) => Stopwatch
}

function setting(limits: readonly Limit[], parts: Parts = {}): Setting {
  const { maxKeys = 100, maxMs = 1000, stopwatch = clockStopwatch } = parts
  const clock = manualClock(startMs)
  const named = limits.map((limit, index) => ({ name: `limit ${index}`, limit }))
  const memory = memoryStore().bind(named, {
    clock,
    countRefused: false,
    reuseDecision: false,
    onStoreFailure: 'deny',
    emit: () => {},
  })
  const asked: string[] = []
  const ask = async <T>(verb: string, answer: () => T): Promise<T> => {
    asked.push(verb)
    return answer()
  }
  const store: Binding<'async'> = {
    check: (keys, cost) => ask('check', () => memory.check(keys, cost)),
    peek: (keys, cost) => ask('peek', () => memory.peek(keys, cost)),
    charge: (keys, cost) => ask('charge', () => memory.charge(keys, cost)),
    giveBack: (keys, cost, takenAtMs) => ask('give back', () => memory.giveBack(keys, cost, takenAtMs)),
    block: (keys, durationMs) => ask('block', () => memory.block(keys, durationMs)),
    reset: (keys) => ask('reset', () => memory.reset(keys)),
    close: () => ask('close', () => memory.close()),
  }
  const refusals = new RefusalMemory(maxKeys, limits.length)
  return { clock, asked, store, binding: new RefusalBinding(store, refusals, maxMs, stopwatch(clock)) }
}

const slow = tokenBucket({ capacity: 2, rate: '1/100ms' })

async function spent(limits: readonly Limit[], keys: readonly string[], parts?: Parts): Promise<Setting> {
  const made = setting(limits, parts)
  await made.binding.check(keys, 2)
  await made.binding.check(keys, 1)
  made.asked.length = 0
  return made
}

test('a refusal is repeated until the millisecond at which its cost passes, with its waits shortened', async () => {
  const { binding, clock, asked } = await spent([slow], ['key'])
  for (let ms = 0; ms < 100; ms++) {
    const { atMs, decisions } = await binding.check(['key'], 1)
    expect(atMs).toBe(startMs + ms)
    expect(decisions).toMatchObject([
      {
        allowed: false,
        remaining: 0,
        retryAfterMs: 100 - ms,
        resetAfterMs: 200 - ms,
        replenishAfterMs: 100 - ms,
      },
    ])
    clock.advance(1)
  }
  expect(asked).toEqual([])
  expect(await binding.check(['key'], 1)).toMatchObject({ decisions: [{ allowed: true }] })
  expect(asked).toEqual(['check'])
})

test('another cost, or another key, is asked', async () => {
  const { binding, asked } = await spent([slow], ['key'])
  await binding.check(['key'], 2)
  await binding.check(['other'], 1)
  expect(asked).toEqual(['check', 'check'])
})

test('is asked again once a number in the refusal could change, and for no longer than was said', async () => {
  const { binding, clock, asked } = await spent([slow], ['key'])
  await binding.check(['key'], 2)
  clock.advance(99)
  await binding.check(['key'], 2)
  expect(asked).toEqual(['check'])
  clock.advance(1)
  expect(await binding.check(['key'], 2)).toMatchObject({ decisions: [{ remaining: 1, retryAfterMs: 100 }] })
  expect(asked).toEqual(['check', 'check'])
  const log = slidingLog({ limit: 2, window: '1h' })
  const long = await spent([log], ['key'], { maxMs: 50 })
  long.clock.advance(49)
  await long.binding.check(['key'], 1)
  expect(long.asked).toEqual([])
  long.clock.advance(1)
  await long.binding.check(['key'], 1)
  expect(long.asked).toEqual(['check'])
})

test('a request that passes makes the numbers of an earlier refusal old', async () => {
  const { binding } = setting([slow])
  expect(await binding.check(['key'], 3)).toMatchObject({ decisions: [{ never: true, remaining: 2 }] })
  await binding.check(['key'], 1)
  expect(await binding.check(['key'], 3)).toMatchObject({ decisions: [{ never: true, remaining: 1 }] })
})

test.each<[string, (binding: RefusalBinding) => Promise<unknown>]>([
  ['a reset', (binding) => binding.reset(['key'])],
  ['a refund', (binding) => binding.giveBack(['key'], 1, undefined)],
  ['a block that is lifted', (binding) => binding.block(['key'], 0)],
  ['a settlement', (binding) => binding.charge(['key'], 1)],
])('%s through this process is noticed at once', async (_, change) => {
  const { binding, asked } = await spent([slow], ['key'])
  await change(binding)
  asked.length = 0
  await binding.check(['key'], 1)
  expect(asked).toEqual(['check'])
})

test('a refusal on its way while its key is reset is not remembered', async () => {
  const { binding, store } = setting([slow])
  await store.check(['key'], 2)
  const refused = binding.check(['key'], 1)
  const reset = binding.reset(['key'])
  expect(await refused).toMatchObject({ decisions: [{ allowed: false }] })
  await reset
  expect(await binding.check(['key'], 1)).toMatchObject({ decisions: [{ allowed: true, remaining: 1 }] })
})

test('what another process gives back is noticed after the bound at the latest', async () => {
  const limit = fixedWindow({ limit: 2, window: '1h' })
  const { binding, store, clock } = await spent([limit], ['key'], { maxMs: 500 })
  await store.reset(['key'])
  clock.advance(500)
  expect(await binding.check(['key'], 1)).toMatchObject({ decisions: [{ allowed: true }] })
})

test('of several limits a change to one of the keys counts, and all keys together are one', async () => {
  const limits = [slow, fixedWindow({ limit: 100, window: '1h' })]
  const { binding, asked } = await spent(limits, ['ann', 'all'])
  await binding.check(['ann', 'all'], 1)
  expect(asked).toEqual([])
  await binding.check(['ann', 'others'], 1)
  await binding.check(['["ann","all"]', '["ann","all"]'], 1)
  expect(asked).toEqual(['check', 'check'])
  await binding.reset(['ann', 'nobody'])
  expect(await binding.check(['ann', 'all'], 1)).toMatchObject({ decisions: [{ allowed: true }, {}] })
})

test('the refusal that was remembered first goes first', async () => {
  const { binding, asked } = await spent([slow], ['first'], { maxKeys: 2 })
  for (const key of ['second', 'third']) {
    await binding.check([key], 2)
    await binding.check([key], 1)
  }
  asked.length = 0
  for (const key of ['second', 'third', 'first']) await binding.check([key], 1)
  expect(asked).toEqual(['check'])
})

test('a clock that steps back, or that a suspended machine has missed, repeats nothing', async () => {
  const { binding, clock, asked } = await spent([slow], ['key'])
  clock.advance(-1)
  await binding.check(['key'], 1)
  expect(asked).toEqual(['check'])
  let monotonicMs = 0
  const suspended = await spent([slow], ['key'], {
    stopwatch: (wall) => machineStopwatch({ wallMs: () => wall.now(), monotonicMs: () => monotonicMs }),
  })
  monotonicMs += 1
  suspended.clock.advance(101)
  await suspended.binding.check(['key'], 1)
  expect(suspended.asked).toEqual(['check'])
})

test('a fraction of a millisecond on our clock may be a whole one on the store’s', () => {
  let monotonicMs = 0.5
  const stopwatch = machineStopwatch({ wallMs: () => 0, monotonicMs: () => monotonicMs })
  const sent = stopwatch.moment()
  monotonicMs = 0.6
  expect(stopwatch.passedMs(sent)).toBe(1)
})
