/**
 * The store that needs nothing: state lives in this process, decisions are made at once, by the caller's clock.
 * Every limit of every limiter has a table of its own, so no two share a key.
 */
import type { Decision } from '../../algorithms/transition.ts'
import { readClock, type Clock } from '../../clock.ts'
import type { Limit } from '../../limits/limit.ts'
import { checkCount, checkOptions } from '../../limits/options.ts'
import type { Binding, BindOptions, LimitStats, NamedLimit, OneVerdict, Store, Verdict } from '../store.ts'
import { dumpTables, restoreTables } from './dump.ts'
import { KeyHash, randomSeed } from './key-hash.ts'
import { LimitTable } from './limit-table.ts'

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
    bind: (limits, bindOptions) => {
      const reuse = bindOptions.reuseDecision && limits.length === 1
      const tables = limits.map(({ limit }) => new LimitTable(limit, maxKeys, reuse))
      return new MemoryBinding(limits, bindOptions, tables, new SharedHash())
    },
  }
}

/** The hash of one limiter's keys, seeded at the first of them: some runtimes give no random numbers while they start. */
class SharedHash {
  #hash: KeyHash | undefined

  get current(): KeyHash {
    return (this.#hash ??= new KeyHash(randomSeed()))
  }

  seed(seed: Uint32Array): void {
    this.#hash = new KeyHash(seed)
  }
}

class MemoryBinding implements Binding<'sync'> {
  readonly #tables: readonly LimitTable[]
  readonly #first: LimitTable
  readonly #names: readonly string[]
  readonly #clock: Clock
  readonly #lastMs: number
  readonly #countRefused: boolean
  readonly #limits: readonly Limit[]
  readonly #options: BindOptions
  readonly #hash: SharedHash
  readonly #high: Int32Array
  readonly #low: Int32Array

  constructor(
    limits: readonly NamedLimit[],
    options: BindOptions,
    tables: readonly LimitTable[],
    hash: SharedHash,
  ) {
    this.#tables = tables
    this.#first = tables[0] as LimitTable
    this.#limits = limits.map(({ limit }) => limit)
    this.#names = limits.map(({ name }) => name)
    this.#options = options
    this.#clock = options.clock
    this.#countRefused = options.countRefused
    this.#lastMs = Math.min(...limits.map(({ limit }) => limit.lastMs))
    this.#hash = hash
    this.#high = new Int32Array(limits.length)
    this.#low = new Int32Array(limits.length)
  }

  under(limits: readonly NamedLimit[]): MemoryBinding {
    return new MemoryBinding(limits, this.#options, this.#tables, this.#hash)
  }

  checkOne(key: string, cost: number): OneVerdict {
    const table = this.#first
    table.nowMs = readClock(this.#clock, this.#lastMs)
    const hash = this.#hash.current
    hash.of(key)
    const { high, low } = hash
    const isBlocked = table.blocks.size > 0 && table.blocks.leftMs(high, low, table.nowMs) > 0
    if (!isBlocked && !this.#countRefused) return checked(table, this.#limits[0] as Limit, high, low, cost)
    const { decisions, atMs, blocked } = this.check([key], cost)
    return { ...(decisions[0] as Decision), atMs, blocked }
  }

  check(keys: readonly string[], cost: number): Verdict {
    const verdict = this.peek(keys, cost)
    const { atMs, decisions, blocked } = verdict
    if (cost === 0) return verdict
    if (decisions.every(({ allowed }) => allowed)) {
      return {
        atMs,
        decisions: this.#each((table, limit, high, low) => charged(checked(table, limit, high, low, cost))),
        blocked,
      }
    }
    if (!this.#countRefused || blocked) return verdict
    const refused = this.#each((table, limit, high, low, index) =>
      table.takeRefused(limit, high, low, cost, decisions[index]?.allowed === true),
    )
    return { atMs, decisions: refused, blocked }
  }

  peek(keys: readonly string[], cost: number): Verdict {
    this.#begin(keys)
    return this.#look(cost)
  }

  charge(keys: readonly string[], cost: number): Verdict {
    this.#begin(keys)
    this.#each((table, limit, high, low) => {
      table.charge(limit, high, low, cost)
    })
    return this.#look(0)
  }

  giveBack(keys: readonly string[], cost: number, takenAtMs: number | undefined): Verdict {
    this.#begin(keys)
    this.#each((table, limit, high, low) => {
      table.giveBack(limit, high, low, cost, takenAtMs)
    })
    return this.#look(0)
  }

  block(keys: readonly string[], durationMs: number): void {
    this.#begin(keys)
    this.#each(({ blocks, nowMs }, _, high, low) => {
      blocks.set(high, low, nowMs + durationMs, nowMs)
    })
  }

  reset(keys: readonly string[]): void {
    this.#begin(keys)
    this.#each((table, _, high, low) => {
      table.forget(high, low)
    })
  }

  stats(): readonly LimitStats[] {
    return this.#tables.map((table) => table.stats())
  }

  dump(): Uint8Array {
    return dumpTables(this.#hash.current.seed, this.#tables, this.#names)
  }

  restore(dump: Uint8Array): void {
    const nowMs = readClock(this.#clock, this.#lastMs)
    for (const table of this.#tables) table.nowMs = nowMs
    this.#hash.seed(restoreTables(dump, this.#tables, this.#names))
  }

  close(): void {
    for (const table of this.#tables) table.clear()
  }

  /** Reads the clock, and takes the fingerprint of each key, once for keys that are the same. */
  #begin(keys: readonly string[]): void {
    const nowMs = readClock(this.#clock, this.#lastMs)
    const hash = this.#hash.current
    for (const [index, table] of this.#tables.entries()) {
      table.nowMs = nowMs
      if (index === 0 || keys[index] !== keys[index - 1]) hash.of(keys[index] as string)
      this.#high[index] = hash.high
      this.#low[index] = hash.low
    }
  }

  #look(cost: number): Verdict {
    const decisions = this.#each((table, limit, high, low) => table.look(limit, high, low, cost))
    const blocks = this.#each((table, _, high, low) => table.blocks.leftMs(high, low, table.nowMs))
    return { atMs: this.#first.nowMs, decisions, blocked: blocks.some((left) => left > 0) }
  }

  #each<T>(verb: (table: LimitTable, limit: Limit, high: number, low: number, index: number) => T): T[] {
    return this.#tables.map((table, index) =>
      verb(
        table,
        this.#limits[index] as Limit,
        this.#high[index] as number,
        this.#low[index] as number,
        index,
      ),
    )
  }
}

/** Decides by the table's own limit the quick way, by another the plain one. */
function checked(table: LimitTable, limit: Limit, high: number, low: number, cost: number): OneVerdict {
  return limit === table.limit ? table.check(high, low, cost) : table.checkUnder(limit, high, low, cost)
}

/** One limit's own numbers, without what belongs to the whole answer. */
function charged(verdict: OneVerdict): Decision {
  const { limit, allowed, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never } = verdict
  return { allowed, limit, remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs, never }
}
