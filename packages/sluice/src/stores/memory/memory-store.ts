/**
 * The store that needs nothing: state lives in this process, decisions are made at once, by the caller's clock.
 * Every limit of every limiter has a table of its own, so no two share a key.
 */
import { foresee, transition, type Decision } from '../../algorithms/transition.ts'
import { readClock } from '../../clock.ts'
import { whileBlocked } from '../../limits/blocked.ts'
import { checkCount, checkOptions } from '../../limits/options.ts'
import type { Binding, BindOptions, NamedLimit, Store, Verdict } from '../store.ts'
import { Table } from './table.ts'

export interface MemoryStoreOptions {
  /**
   * The most keys that each limit remembers, a whole number of at least 1. Default 1,000,000. Beyond it, a new key
   * takes the place of the one nearest to a full allowance, so that new keys never free one that is being refused.
   */
  readonly maxKeys?: number
}

/**
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store<'sync'> {
  checkOptions('memoryStore', options, ['maxKeys'])
  const { maxKeys = 1_000_000 } = options
  checkCount('maxKeys', maxKeys)
  return {
    name: 'memory',
    mode: 'sync',
    bind: (limits, bindOptions) => new MemoryBinding(limits, bindOptions, maxKeys),
  }
}

class MemoryBinding implements Binding<'sync'> {
  readonly #tables: readonly Table[]
  readonly #options: BindOptions
  readonly #lastMs: number

  constructor(limits: readonly NamedLimit[], options: BindOptions, maxKeys: number) {
    this.#tables = limits.map(({ limit }) => new Table(limit, maxKeys))
    this.#options = options
    this.#lastMs = Math.min(...limits.map(({ limit }) => limit.lastMs))
  }

  check(keys: readonly string[], cost: number): Verdict {
    const verdict = this.peek(keys, cost)
    const { atMs, decisions, blocked } = verdict
    if (cost === 0) return verdict
    if (decisions.every(({ allowed }) => allowed)) {
      return {
        atMs,
        decisions: this.#each((table, index) => take(table, keyAt(keys, index), atMs, cost)),
        blocked,
      }
    }
    if (!this.#options.countRefused || blocked) return verdict
    const charged = this.#each((table, index) => {
      const passes = decisions[index]?.allowed === true
      return takeRefused(table, keyAt(keys, index), atMs, cost, passes)
    })
    return { atMs, decisions: charged, blocked }
  }

  peek(keys: readonly string[], cost: number): Verdict {
    const atMs = this.#now()
    const decisions = this.#each((table, index) => look(table, keyAt(keys, index), atMs, cost))
    const blocked = this.#tables.some((table, index) => blockLeftMs(table, keyAt(keys, index), atMs) > 0)
    return { atMs, decisions, blocked }
  }

  charge(keys: readonly string[], cost: number): Verdict {
    const atMs = this.#now()
    for (const [index, table] of this.#tables.entries()) charge(table, keyAt(keys, index), atMs, cost)
    return this.peek(keys, 0)
  }

  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined): Verdict {
    const atMs = this.#now()
    for (const [index, table] of this.#tables.entries())
      giveBack(table, keyAt(keys, index), atMs, cost, takenAtMs)
    return this.peek(keys, 0)
  }

  block(keys: readonly string[], durationMs: number): void {
    const atMs = this.#now()
    for (const [index, table] of this.#tables.entries()) {
      const key = keyAt(keys, index)
      table.write(key, table.find(key, atMs)?.state, durationMs === 0 ? 0 : atMs + durationMs, atMs)
    }
  }

  reset(keys: readonly string[]): void {
    for (const [index, table] of this.#tables.entries()) table.delete(keyAt(keys, index))
  }

  close(): void {
    for (const table of this.#tables) table.clear()
  }

  #now(): number {
    return readClock(this.#options.clock, this.#lastMs)
  }

  #each(decide: (table: Table, index: number) => Decision): Decision[] {
    return this.#tables.map(decide)
  }
}

function keyAt(keys: readonly string[], index: number): string {
  return keys[index] as string
}

function blockLeftMs(table: Table, key: string, nowMs: number): number {
  return Math.max(0, (table.find(key, nowMs)?.blockedUntilMs ?? 0) - nowMs)
}

function look(table: Table, key: string, nowMs: number, cost: number): Decision {
  const { algorithm, rule } = table.limit
  const foreseen = foresee(algorithm, rule, table.find(key, nowMs)?.state, nowMs, cost)
  const leftMs = blockLeftMs(table, key, nowMs)
  return leftMs > 0 ? whileBlocked(foreseen, leftMs, cost) : foreseen
}

function take(table: Table, key: string, nowMs: number, cost: number): Decision {
  const { algorithm, rule } = table.limit
  const state = table.find(key, nowMs)?.state
  const { decision, next } = transition(algorithm, rule, state, table.chargeTime(state, nowMs), cost)
  table.write(key, next, 0, nowMs)
  return { ...decision, ...algorithm.standing(rule, next, nowMs) }
}

/** Charges a request that was refused, and says how long the same request must now wait under this limit. */
function takeRefused(table: Table, key: string, nowMs: number, cost: number, passes: boolean): Decision {
  const { algorithm, rule } = table.limit
  const state = table.find(key, nowMs)?.state
  const chargedAtMs = table.chargeTime(state, nowMs)
  const next = passes
    ? algorithm.take(rule, state, chargedAtMs, cost)
    : algorithm.takeRefused(rule, state, chargedAtMs, cost)
  table.write(key, next, 0, nowMs)
  const after = foresee(algorithm, rule, next, nowMs, cost)
  return passes ? { ...after, allowed: true, retryAfterMs: 0, never: false } : after
}

function charge(table: Table, key: string, nowMs: number, cost: number): void {
  const entry = table.find(key, nowMs)
  const { algorithm, rule } = table.limit
  const next = algorithm.take(rule, entry?.state, table.chargeTime(entry?.state, nowMs), cost)
  table.write(key, next, entry?.blockedUntilMs ?? 0, nowMs)
}

function giveBack(
  table: Table,
  key: string,
  nowMs: number,
  cost: number,
  takenAtMs: number | undefined,
): void {
  const entry = table.find(key, nowMs)
  if (entry?.state === undefined) return
  const { algorithm, rule } = table.limit
  const state = algorithm.giveBack(rule, entry.state, nowMs, cost, takenAtMs)
  table.write(key, state, entry.blockedUntilMs, nowMs)
}
