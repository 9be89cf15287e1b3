import type { Asker } from '../asker.ts'
import { oneOf } from '../one-of.ts'
import type { Binding, LimitStats, OneVerdict, Verdict } from '../store.ts'
import type { Moment, Stopwatch } from '../stopwatch.ts'
import { later, refusalOf } from './refusal.ts'
import type { RefusalMemory } from './refusal-memory.ts'

/**
 * Repeats the refusals of a store, so that a client that keeps knocking costs no round trip.
 *
 * A refusal is repeated for the same keys and the same cost, with its waits shortened by the time that has passed, until
 * that cost could pass or a number in it could change. The time counts from when the question was sent; the store decided
 * after that, so it is asked again no later than it would allow. Anything that gives the keys allowance through this
 * process forgets the refusal; what other processes give back is seen after `maxMs` at the latest.
 */
export class RefusalBinding implements Binding<'async'> {
  readonly #inner: Binding<'async'>
  readonly #memory: RefusalMemory
  readonly #maxMs: number
  readonly #stopwatch: Stopwatch
  readonly askOne?: (key: string, cost: number, asker: Asker<OneVerdict>) => void
  readonly stats?: () => Promise<readonly LimitStats[]>

  constructor(inner: Binding<'async'>, memory: RefusalMemory, maxMs: number, stopwatch: Stopwatch) {
    this.#inner = inner
    this.#memory = memory
    this.#maxMs = maxMs
    this.#stopwatch = stopwatch
    const askOne = inner.askOne?.bind(inner)
    if (askOne !== undefined) {
      this.askOne = (key, cost, asker) => askOne(key, cost, this.#noting(key, cost, asker))
    }
    if (inner.stats !== undefined) this.stats = inner.stats.bind(inner)
  }

  check(keys: readonly string[], cost: number): Promise<Verdict> {
    const remembered = this.#remembered(keys, cost)
    if (remembered !== undefined) return Promise.resolve(remembered)
    const sent = this.#stopwatch.moment()
    return this.#inner.check(keys, cost).then((verdict) => {
      this.#note(keys, cost, verdict, sent)
      return verdict
    })
  }

  checkNow(key: string, cost: number): OneVerdict | undefined {
    const keys = [key]
    const held = this.#inner.checkNow?.(key, cost)
    if (held !== undefined) {
      this.#memory.drop(keys)
      return held
    }
    const remembered = this.#remembered(keys, cost)
    return remembered === undefined ? undefined : oneOf(remembered)
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#inner.peek(keys, cost)
  }

  charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#changing(keys, () => this.#inner.charge(keys, cost))
  }

  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined): Promise<Verdict> {
    return this.#changing(keys, () => this.#inner.giveBack(keys, cost, takenAtMs))
  }

  block(keys: readonly string[], durationMs: number): Promise<void> {
    return this.#changing(keys, () => this.#inner.block(keys, durationMs))
  }

  reset(keys: readonly string[]): Promise<void> {
    return this.#changing(keys, () => this.#inner.reset(keys))
  }

  close(): Promise<void> {
    this.#memory.clear()
    return this.#inner.close()
  }

  #noting(key: string, cost: number, asker: Asker<OneVerdict>): Asker<OneVerdict> {
    const sent = this.#stopwatch.moment()
    return {
      answered: (verdict) => {
        const { allowed, atMs, blocked } = verdict
        if (allowed) this.#memory.drop([key])
        else
          this.#memory.keep(
            refusalOf([key], cost, { atMs, decisions: [verdict], blocked }, sent, this.#maxMs),
          )
        asker.answered(verdict)
      },
      failed: (fault) => asker.failed(fault),
    }
  }

  /** A request that passes changes the numbers of what was refused before. */
  #note(keys: readonly string[], cost: number, verdict: Verdict, sent: Moment): void {
    if (verdict.decisions.every(({ allowed }) => allowed)) this.#memory.drop(keys)
    else this.#memory.keep(refusalOf(keys, cost, verdict, sent, this.#maxMs))
  }

  #remembered(keys: readonly string[], cost: number): Verdict | undefined {
    const refusal = this.#memory.find(keys)
    if (refusal === undefined || refusal.cost !== cost) return undefined
    const passedMs = this.#stopwatch.passedMs(refusal.sent)
    return passedMs < refusal.lifeMs ? later(refusal.verdict, passedMs) : undefined
  }

  /** Forgets before, and once more after: the answer to a check that was sent before this may come while this is on its way. */
  async #changing<T>(keys: readonly string[], change: () => Promise<T>): Promise<T> {
    this.#memory.forget(keys)
    try {
      return await change()
    } finally {
      this.#memory.forget(keys)
    }
  }
}
