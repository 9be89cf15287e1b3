import type { Asker } from '../asker.ts'
import type { Answer, Binding, OneVerdict, Verdict } from '../store.ts'
import type { FailurePolicy } from './failure-policy.ts'

/** Asks a store within its deadline and if its circuit breaker lets it; what it cannot ask fails with `ERR_STORE_...`. */
export interface Guard {
  ask<T>(question: () => Promise<T>): Promise<T>
  /** The same for an answer that is told. */
  askFor<T>(asker: Asker<T>, question: (within: Asker<T>) => void): void
}

export type Ask = Guard['ask']

/**
 * A binding whose every verb answers within the deadline: with the store's answer, or by a rejection with the fault of
 * the store. Faults of the caller pass through.
 *
 * There is no `stats`, `dump` or `restore`: those are about what a process holds, and a shared store holds it elsewhere.
 */
export class GuardedBinding implements Binding<'async'> {
  readonly #inner: Binding<'async'>
  readonly #guard: Guard
  readonly askOne?: (key: string, cost: number, asker: Asker<OneVerdict>) => void

  constructor(inner: Binding<'async'>, guard: Guard) {
    this.#inner = inner
    this.#guard = guard
    const askOne = inner.askOne?.bind(inner)
    if (askOne !== undefined) {
      this.askOne = (key, cost, asker) => guard.askFor(asker, (within) => askOne(key, cost, within))
    }
  }

  check(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#guard.ask(() => this.#inner.check(keys, cost))
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#guard.ask(() => this.#inner.peek(keys, cost))
  }

  charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#guard.ask(() => this.#inner.charge(keys, cost))
  }

  giveBack(
    keys: readonly string[],
    cost: number,
    takenAtMs: number | undefined,
    fallback?: FailurePolicy,
  ): Promise<Verdict> {
    return this.#guard.ask(() => this.#inner.giveBack(keys, cost, takenAtMs, fallback))
  }

  block(keys: readonly string[], durationMs: number): Promise<void> {
    return this.#guard.ask(() => this.#inner.block(keys, durationMs))
  }

  reset(keys: readonly string[]): Promise<void> {
    return this.#guard.ask(() => this.#inner.reset(keys))
  }

  close(): Answer<'async', void> {
    return this.#guard.ask(() => this.#inner.close())
  }
}
