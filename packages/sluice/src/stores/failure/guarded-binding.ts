import type { Answer, Binding, OneVerdict, Verdict } from '../store.ts'
import type { FailurePolicy } from './failure-policy.ts'

/** Asks a store within its deadline and if its circuit breaker lets it; rejects with `ERR_STORE_...` if it cannot. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>

/**
 * A binding whose every verb answers within the deadline: with the store's answer, or by a rejection with the fault of
 * the store. Faults of the caller pass through.
 *
 * There is no `stats`, `dump` or `restore`: those are about what a process holds, and a shared store holds it elsewhere.
 */
export class GuardedBinding implements Binding<'async'> {
  readonly #inner: Binding<'async'>
  readonly #ask: Ask
  readonly checkOne?: (key: string, cost: number) => Promise<OneVerdict>

  constructor(inner: Binding<'async'>, ask: Ask) {
    this.#inner = inner
    this.#ask = ask
    const checkOne = inner.checkOne?.bind(inner)
    if (checkOne !== undefined) this.checkOne = (key, cost) => ask(() => checkOne(key, cost))
  }

  check(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#ask(() => this.#inner.check(keys, cost))
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#ask(() => this.#inner.peek(keys, cost))
  }

  charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#ask(() => this.#inner.charge(keys, cost))
  }

  giveBack(
    keys: readonly string[],
    cost: number,
    takenAtMs: number | undefined,
    fallback?: FailurePolicy,
  ): Promise<Verdict> {
    return this.#ask(() => this.#inner.giveBack(keys, cost, takenAtMs, fallback))
  }

  block(keys: readonly string[], durationMs: number): Promise<void> {
    return this.#ask(() => this.#inner.block(keys, durationMs))
  }

  reset(keys: readonly string[]): Promise<void> {
    return this.#ask(() => this.#inner.reset(keys))
  }

  close(): Answer<'async', void> {
    return this.#ask(() => this.#inner.close())
  }
}
