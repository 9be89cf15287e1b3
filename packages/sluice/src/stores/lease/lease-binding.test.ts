import { expect, test } from 'vitest'
import { manualTimers, settled, type ManualTimers } from '../../../../../test/support/manual-timers.ts'
import type { Decision } from '../../algorithms/transition.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { memoryStore } from '../memory/memory-store.ts'
import { clockStopwatch } from '../stopwatch.ts'
import type { Binding, Verdict } from '../store.ts'
import { LeaseBinding } from './lease-binding.ts'
import type { LeaseSource } from './lease-source.ts'

const TTL_MS = 1000
const limit = fixedWindow({ limit: 1000, window: '1h' })

interface Setting {
  readonly binding: LeaseBinding
  readonly timers: ManualTimers
  /** What has reached the store, in order. */
  readonly asked: string[]
  /** Answers, or fails, the oldest lease that waits for it. */
  readonly answer: (granted?: number) => Promise<void>
  readonly fail: () => Promise<void>
}

/** A store whose leases are answered when the test says so; everything else is answered at once. */
function setting(): Setting {
  const timers = manualTimers()
  const memory = memoryStore().bind([{ name: 'limit', limit }], {
    clock: timers.clock,
    countRefused: false,
    reuseDecision: false,
    onStoreFailure: 'deny',
    emit: () => {},
  })
  const asked: string[] = []
  const waiting: { readonly answer: (granted?: number) => void; readonly fail: () => void }[] = []
  const ask = async <T>(verb: string, answer: () => T): Promise<T> => {
    asked.push(verb)
    return answer()
  }
  const guarded: Binding<'async'> = {
    check: (keys, cost) => ask(`check ${cost}`, () => memory.check(keys, cost)),
    peek: (keys, cost) => ask('peek', () => memory.peek(keys, cost)),
    charge: (keys, cost) => ask('charge', () => memory.charge(keys, cost)),
    giveBack: (keys, cost, takenAtMs) => ask('give back', () => memory.giveBack(keys, cost, takenAtMs)),
    block: (keys, durationMs) => ask('block', () => memory.block(keys, durationMs)),
    reset: (keys) => ask('reset', () => memory.reset(keys)),
    close: () => ask('close', () => memory.close()),
  }
  const source: LeaseSource & Pick<Binding<'async'>, 'check'> = {
    check: (keys, cost) => guarded.check(keys, cost),
    lease: (key, cost, { wanted, left }) => {
      asked.push(`lease ${cost} of ${wanted}${left.units > 0 ? `, ${left.units} left` : ''}`)
      return new Promise((resolve, reject) => {
        waiting.push({
          answer: (granted = wanted) => {
            memory.giveBack([key], left.units, left.takenAtMs)
            const verdict = memory.check([key], granted === 0 ? limit.rule.limit + 1 : granted)
            resolve({ ...verdict, granted, states: [stateOf(verdict)] })
          },
          fail: () => reject(new Error('gone')),
        })
      })
    },
    giveUp: (key, { units, takenAtMs }) =>
      ask(`give up ${units}`, () => memory.giveBack([key], units, takenAtMs)),
  }
  const binding = new LeaseBinding({
    limits: [limit],
    source,
    guarded,
    ask: (question) => question(),
    stopwatch: clockStopwatch(timers.clock),
    timers,
    units: 100,
    ttlMs: TTL_MS,
    holder: 1,
  })
  const next = (): { answer: (granted?: number) => void; fail: () => void } => {
    const oldest = waiting.shift()
    if (oldest === undefined) throw new Error('No lease is waiting.')
    return oldest
  }
  return {
    binding,
    timers,
    asked,
    async answer(granted) {
      next().answer(granted)
      await settled()
    },
    async fail() {
      next().fail()
      await settled()
    },
  }
}

/** The state of a fixed window, from what is said of it. */
function stateOf({ atMs, decisions }: Verdict): object {
  const { remaining, resetAfterMs } = decisions[0] as Decision
  return { endMs: atMs + resetAfterMs, count: limit.rule.limit - remaining }
}

/** A setting in which the key has passed once. */
async function seenOnce(): Promise<Setting> {
  const made = setting()
  await made.binding.check(['key'], 1)
  made.asked.length = 0
  return made
}

const allowed = expect.objectContaining({ decisions: [expect.objectContaining({ allowed: true })] })

test('a key that does not come again within the ttl is never leased', async () => {
  const { binding, timers, asked } = await seenOnce()
  for (let count = 0; count < 3; count++) {
    await timers.advance(TTL_MS)
    await binding.check(['key'], 1)
  }
  expect(asked).toEqual(['check 1', 'check 1', 'check 1'])
  expect(timers.running()).toBe(0)
})

test('one that does starts with two units, and those are spent without the store', async () => {
  const { binding, asked, answer } = await seenOnce()
  const first = binding.check(['key'], 1)
  await answer()
  expect(await first).toEqual(allowed)
  expect(await binding.check(['key'], 1)).toMatchObject({ decisions: [{ allowed: true, remaining: 997 }] })
  void binding.check(['key'], 1)
  expect(asked).toEqual(['lease 1 of 2', 'lease 1 of 4'])
})

test('requests wait for the lease under way, are served in order, and go to the store where it does not suffice', async () => {
  const { binding, asked, answer } = await seenOnce()
  const order: number[] = []
  const told = async (number: number, answered: Promise<Verdict>): Promise<void> => {
    await answered
    order.push(number)
  }
  const all = [1, 3, 1, 1].map((cost, index) => told(index, binding.check(['key'], cost)))
  expect(asked).toEqual(['lease 1 of 2'])
  await answer(3)
  await Promise.all(all)
  // The second does not fit into the two that are left, and nobody behind it is let past it.
  expect(asked).toEqual(['lease 1 of 2', 'check 3', 'check 1', 'check 1'])
  expect(order).toEqual([0, 1, 2, 3])
})

test('a lease is made as large at once as what waited for the last', async () => {
  const { binding, asked, answer } = await seenOnce()
  const burst = Array.from({ length: 50 }, () => binding.check(['key'], 1))
  await answer()
  await Promise.all(burst)
  asked.length = 0
  void binding.check(['key'], 1)
  expect(asked).toEqual(['lease 1 of 100'])
})

test('a refused lease is the answer, and whoever waited is decided by the store', async () => {
  const { binding, asked, answer } = await seenOnce()
  const [refused, other] = [binding.check(['key'], 1), binding.check(['key'], 1)]
  await answer(0)
  expect(await refused).toMatchObject({ decisions: [{ allowed: false }] })
  expect(await other).toEqual(allowed)
  expect(asked).toEqual(['lease 1 of 2', 'check 1'])
})

test('a fault of the store is told to all who waited, and the next request asks again', async () => {
  const { binding, asked, answer, fail } = await seenOnce()
  const both = Promise.allSettled([binding.check(['key'], 1), binding.check(['key'], 1)])
  await fail()
  expect(await both).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  const next = binding.check(['key'], 1)
  await answer()
  expect(await next).toEqual(allowed)
  expect(asked).toEqual(['lease 1 of 2', 'lease 1 of 2'])
})

test('what is left goes back just before the lease ends, and a key that is idle is forgotten', async () => {
  const { binding, timers, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer(10)
  await binding.check(['key'], 2)
  await timers.advance(TTL_MS * 0.9)
  expect(asked).toEqual(['lease 1 of 2'])
  await timers.advance(TTL_MS * 0.09)
  expect(asked).toEqual(['lease 1 of 2', 'give up 7'])
  await timers.advance(TTL_MS)
  expect(timers.running()).toBe(0)
  await binding.check(['key'], 1)
  expect(asked).toEqual(['lease 1 of 2', 'give up 7', 'check 1'])
})

test('a timer of leases keeps no process alive', async () => {
  const { binding, timers, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer()
  expect(timers.running()).toBe(1)
  expect(timers.holding()).toBe(0)
})

test('what is left of a lease that was not enough comes back with the next request', async () => {
  const { binding, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer(5)
  void binding.check(['key'], 6)
  expect(asked).toEqual(['lease 1 of 2', 'lease 6 of 6, 4 left'])
})

test.each([
  ['block', (binding: LeaseBinding) => binding.block(['key'], 1000)],
  ['reset', (binding: LeaseBinding) => binding.reset(['key'])],
] as const)('what is held is given up before a %s', async (verb, change) => {
  const { binding, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer(5)
  await change(binding)
  expect(asked.slice(1)).toEqual(['give up 4', verb])
})

test('what a lease under way brings after a reset is neither spent nor given back', async () => {
  const { binding, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await binding.reset(['key'])
  await answer(5)
  void binding.check(['key'], 1)
  expect(asked).toEqual(['lease 1 of 2', 'reset', 'give up 0', 'lease 1 of 4'])
})

test('closing gives everything back, and what comes later is decided by the store', async () => {
  const { binding, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer(5)
  await binding.close()
  expect(asked.slice(1)).toEqual(['give up 4', 'close'])
  await binding.check(['key'], 1)
  expect(asked.at(-1)).toBe('check 1')
})

test('a look is answered by what is held; where that is too little, it goes back first', async () => {
  const { binding, asked, answer } = await seenOnce()
  void binding.check(['key'], 1)
  await answer(5)
  expect(await binding.peek(['key'], 4)).toMatchObject({ decisions: [{ allowed: true, remaining: 998 }] })
  expect(await binding.check(['key'], 0)).toMatchObject({ decisions: [{ remaining: 998 }] })
  expect(asked).toEqual(['lease 1 of 2'])
  expect(await binding.peek(['key'], 5)).toMatchObject({ decisions: [{ allowed: true, remaining: 998 }] })
  expect(asked).toEqual(['lease 1 of 2', 'give up 4', 'peek'])
})
