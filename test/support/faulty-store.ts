/** A shared store with faults: a memory store that answers by promise, and that can hang, fail, or answer late. */
import { SluiceError } from '../../packages/sluice/src/errors.ts'
import { memoryStore } from '../../packages/sluice/src/stores/memory/memory-store.ts'
import type { Binding, BindOptions, NamedLimit, OneVerdict } from '../../packages/sluice/src/stores/store.ts'

export type Condition = 'up' | 'hanging' | 'failing' | 'unsupported' | 'misused'

export interface FaultyStore {
  condition: Condition
  /** Verbs that have reached the store. */
  calls: number
  bind(limits: readonly NamedLimit[], options: BindOptions, hasCheckOne?: boolean): Binding<'async'>
  /** Answers everything that hangs, as the store would have at once. */
  answerLate(): void
  /** Fails everything that hangs. */
  failLate(): void
}

export function faultyStore(): FaultyStore {
  let waiting: { readonly answer: () => void; readonly fail: () => void }[] = []

  function ask<T>(verb: () => T): Promise<T> {
    store.calls++
    switch (store.condition) {
      case 'up':
        return Promise.resolve().then(verb)
      case 'hanging':
        return new Promise((resolve, reject) => {
          waiting.push({
            answer: () => resolve(verb()),
            fail: () => reject(new Error('socket closed')),
          })
        })
      case 'failing':
        return Promise.reject(new Error('connect ECONNREFUSED'))
      case 'unsupported':
        return Promise.reject(new SluiceError('ERR_STORE_UNSUPPORTED', 'The server runs no scripts.'))
      case 'misused':
        throw new SluiceError('ERR_INVALID_CLOCK', 'The caller is at fault.')
    }
  }

  const store: FaultyStore = {
    condition: 'up',
    calls: 0,
    bind(limits, options, hasCheckOne = false) {
      const memory = memoryStore().bind(limits, options)
      return {
        ...(hasCheckOne && {
          askOne: (key, cost, asker) => {
            ask(() => memory.checkOne?.(key, cost) as OneVerdict).then(
              (verdict) => asker.answered(verdict),
              (fault: unknown) => asker.failed(fault),
            )
          },
        }),
        check: (keys, cost) => ask(() => memory.check(keys, cost)),
        peek: (keys, cost) => ask(() => memory.peek(keys, cost)),
        charge: (keys, cost) => ask(() => memory.charge(keys, cost)),
        giveBack: (keys, cost, takenAtMs) => ask(() => memory.giveBack(keys, cost, takenAtMs)),
        block: (keys, durationMs) => ask(() => memory.block(keys, durationMs)),
        reset: (keys) => ask(() => memory.reset(keys)),
        close: () => ask(() => memory.close()),
      }
    },
    answerLate() {
      for (const { answer } of waiting.splice(0)) answer()
    },
    failLate() {
      for (const { fail } of waiting.splice(0)) fail()
      waiting = []
    },
  }
  return store
}
