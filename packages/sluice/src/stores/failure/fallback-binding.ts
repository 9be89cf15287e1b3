import { oneOf } from '../one-of.ts'
import type { BindOptions, Binding, OneVerdict, Verdict } from '../store.ts'
import type { Fallback } from './fallback.ts'
import type { FailurePolicy } from './failure-policy.ts'
import { isStoreFault } from './store-fault.ts'

/**
 * Answers by the limiter's policy where its store rejects with a fault of its own, marks such answers with `fallback`,
 * and tells of each. While the store is away:
 *
 * - `check` and `peek` are decided by the policy.
 * - `charge` (a settlement above its estimate) is charged to the local limiter under `local`, else to nobody.
 * - `giveBack` of units that the store charged is lost: the key has less than it should, never more.
 * - `block` and `reset` reject with the store's fault, so that whoever asked for them knows that they are not in force.
 * - `close` lets go of what is here and says nothing of the store.
 *
 * Units that a fallback let pass were never charged by the store, so they are never given back to it, also not later.
 */
export class FallbackBinding implements Binding<'async'> {
  readonly #inner: Binding<'async'>
  readonly #fallback: Fallback
  readonly #options: BindOptions
  readonly #closed: () => void
  #count = 0
  readonly checkOne?: (key: string, cost: number) => Promise<OneVerdict>

  /** `closed` is called once the limiter is closed. */
  constructor(inner: Binding<'async'>, fallback: Fallback, options: BindOptions, closed: () => void) {
    this.#inner = inner
    this.#fallback = fallback
    this.#options = options
    this.#closed = closed
    const askOne = inner.askOne?.bind(inner)
    const checkNow = inner.checkNow?.bind(inner)
    if (askOne !== undefined) {
      this.checkOne = (key, cost) => {
        const now = checkNow?.(key, cost)
        if (now !== undefined) return Promise.resolve(now)
        return new Promise((resolve, reject) => {
          const failed = (fault: unknown): void => {
            try {
              const verdict = this.#instead(fault, () => fallback.check([key], cost))
              resolve({ ...oneOf(verdict), fallback: options.onStoreFailure })
            } catch (thrown) {
              reject(thrown)
            }
          }
          askOne(key, cost, { answered: resolve, failed })
        })
      }
    }
  }

  check(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#inner
      .check(keys, cost)
      .catch((fault: unknown) => this.#instead(fault, () => this.#fallback.check(keys, cost)))
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#inner
      .peek(keys, cost)
      .catch((fault: unknown) => this.#instead(fault, () => this.#fallback.peek(keys, cost)))
  }

  charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#inner
      .charge(keys, cost)
      .catch((fault: unknown) => this.#instead(fault, () => this.#fallback.charge(keys, cost)))
  }

  giveBack(
    keys: readonly string[],
    cost: number,
    takenAtMs: number | undefined,
    decidedBy?: FailurePolicy,
  ): Promise<Verdict> {
    if (decidedBy !== undefined) {
      this.#fallback.giveBack(keys, cost, takenAtMs, decidedBy)
      return this.peek(keys, 0)
    }
    return this.#inner
      .giveBack(keys, cost, takenAtMs)
      .catch((fault: unknown) => this.#instead(fault, () => this.#fallback.peek(keys, 0)))
  }

  block(keys: readonly string[], durationMs: number): Promise<void> {
    return this.#inner.block(keys, durationMs)
  }

  reset(keys: readonly string[]): Promise<void> {
    return this.#inner.reset(keys)
  }

  close(): Promise<void> {
    this.#closed()
    this.#fallback.drop()
    return this.#inner.close().catch((fault: unknown) => {
      if (!isStoreFault(fault)) throw fault
    })
  }

  #instead(fault: unknown, answer: () => Verdict): Verdict {
    if (!isStoreFault(fault)) throw fault
    const { name, onStoreFailure } = this.#options
    const verdict = { ...answer(), fallback: onStoreFailure }
    this.#count++
    this.#options.emit({
      type: 'fallback',
      limiter: name,
      policy: onStoreFailure,
      code: fault.code,
      count: this.#count,
    })
    return verdict
  }
}
