import type { Limit } from '../../limits/limit.ts'
import type { Asker } from '../asker.ts'
import type { Ask } from '../failure/guarded-binding.ts'
import type { Timers } from '../failure/timers.ts'
import { oneOf } from '../one-of.ts'
import type { Binding, LimitStats, OneVerdict, Verdict } from '../store.ts'
import type { Stopwatch } from '../stopwatch.ts'
import type { LeasedKey } from './leased-key.ts'
import { LeasedKeys } from './leased-keys.ts'
import type { LeaseSource } from './lease-source.ts'
import { SeenKeys } from './seen-keys.ts'

/** Keys that are known to have passed lately. */
const MOST_SEEN = 10_000

/** What a lease binding is made of. */
export interface LeaseParts {
  readonly limits: readonly Limit[]
  /** The store, which answers when it will. */
  readonly source: LeaseSource & Pick<Binding<'async'>, 'check'>
  /** The same store within its deadline. */
  readonly guarded: Binding<'async'>
  /** Asks the store within its deadline. */
  readonly ask: Ask
  readonly stopwatch: Stopwatch
  readonly timers: Timers
  readonly units: number
  readonly ttlMs: number
  /** A whole number below 2^53 that no other process has. */
  readonly holder: number
}

/**
 * Lets requests pass by units that were taken from the store in advance, for keys that come again within the ttl.
 *
 * - The first check of a key goes to the store, as does one whose limits have different keys.
 * - `peek` is answered by what is held, where that suffices; else that is given up first, so that the store tells all.
 * - `charge` and `giveBack` go to the store; what is held here counts as left in the answer.
 * - `block` and `reset` give up what is held first. What other processes hold of the key passes until their leases end.
 */
export class LeaseBinding implements Binding<'async'> {
  readonly #parts: LeaseParts
  readonly #keys: LeasedKeys
  readonly #seen: SeenKeys
  readonly #mostCost: number
  #turn = 0
  #isClosed = false
  readonly stats?: () => Promise<readonly LimitStats[]>

  constructor(parts: LeaseParts) {
    const { limits, guarded, ttlMs, stopwatch, timers, holder } = parts
    this.#parts = parts
    this.#keys = new LeasedKeys({ ...parts, nextTurn: () => ({ holder, turn: ++this.#turn }) }, timers)
    this.#seen = new SeenKeys(MOST_SEEN, ttlMs, stopwatch)
    this.#mostCost = Math.min(...limits.map(({ rule }) => rule.limit))
    if (guarded.stats !== undefined) this.stats = guarded.stats.bind(guarded)
  }

  askOne(key: string, cost: number, asker: Asker<OneVerdict>): void {
    const verdict = this.#decide([key], key, cost)
    if (verdict instanceof Promise) {
      verdict.then(
        (decided) => asker.answered(oneOf(decided)),
        (fault: unknown) => asker.failed(fault),
      )
    } else asker.answered(oneOf(verdict))
  }

  /** Decides a request at once by what is held, if it can. */
  checkNow(key: string, cost: number): OneVerdict | undefined {
    return cost === 0 ? undefined : this.#keys.get(key)?.spendOne(cost)
  }

  check(keys: readonly string[], cost: number): Promise<Verdict> {
    const key = onlyKey(keys)
    if (key === undefined) return this.#parts.guarded.check(keys, cost)
    const verdict = this.#decide(keys, key, cost)
    return verdict instanceof Promise ? verdict : Promise.resolve(verdict)
  }

  peek(keys: readonly string[], cost: number): Promise<Verdict> {
    const key = onlyKey(keys)
    const held = key === undefined ? undefined : this.#keys.get(key)?.look(cost)
    if (held !== undefined) return Promise.resolve(held)
    for (const each of new Set(keys)) this.#keys.release(each)
    return this.#parts.guarded.peek(keys, cost)
  }

  async charge(keys: readonly string[], cost: number): Promise<Verdict> {
    return this.#withHeld(keys, await this.#parts.guarded.charge(keys, cost))
  }

  async giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined): Promise<Verdict> {
    return this.#withHeld(keys, await this.#parts.guarded.giveBack(keys, cost, takenAtMs))
  }

  block(keys: readonly string[], durationMs: number): Promise<void> {
    for (const key of new Set(keys)) this.#keys.drop(key)
    return this.#parts.guarded.block(keys, durationMs)
  }

  reset(keys: readonly string[]): Promise<void> {
    for (const key of new Set(keys)) this.#keys.drop(key)
    return this.#parts.guarded.reset(keys)
  }

  /** Gives everything back that is held. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#keys.dropAll()
    await this.#parts.guarded.close()
  }

  #decide(keys: readonly string[], key: string, cost: number): Verdict | Promise<Verdict> {
    if (cost === 0) return this.peek(keys, cost)
    if (cost > this.#mostCost || this.#isClosed) return this.#parts.guarded.check(keys, cost)
    const leased = this.#keys.get(key)
    if (leased !== undefined) return leased.spend(cost) ?? this.#askFor(leased, keys, cost)
    if (!this.#seen.has(key) || this.#keys.isFull) return this.#first(keys, key, cost)
    this.#seen.delete(key)
    return this.#keys.begin(key).renew(cost)
  }

  async #first(keys: readonly string[], key: string, cost: number): Promise<Verdict> {
    const verdict = await this.#parts.guarded.check(keys, cost)
    if (verdict.decisions.every(({ allowed }) => allowed)) this.#seen.add(key)
    return verdict
  }

  #askFor(leased: LeasedKey, keys: readonly string[], cost: number): Promise<Verdict> {
    if (!leased.isUnderWay) return leased.renew(cost)
    const { ask, source } = this.#parts
    // One deadline for the wait and for what may follow it.
    return ask(async () => (await leased.wait(cost)) ?? source.check(keys, cost))
  }

  #withHeld(keys: readonly string[], verdict: Verdict): Verdict {
    const key = onlyKey(keys)
    const left = key === undefined ? 0 : (this.#keys.get(key)?.left ?? 0)
    if (left === 0) return verdict
    const decisions = verdict.decisions.map((decision) => {
      const remaining = Math.min(decision.limit, decision.remaining + left)
      const isFull = remaining === decision.limit
      return { ...decision, remaining, replenishAfterMs: isFull ? 0 : decision.replenishAfterMs }
    })
    return { ...verdict, decisions }
  }
}

/** The key of all limits, if they have the same. */
function onlyKey(keys: readonly string[]): string | undefined {
  const [first] = keys
  return keys.every((key) => key === first) ? first : undefined
}
