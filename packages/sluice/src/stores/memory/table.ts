/**
 * The keys of one limit in memory. Nothing here runs on a timer: a few entries are looked at on every write, and those
 * whose reset has come are dropped, which changes no later decision.
 */
import { foresee } from '../../algorithms/transition.ts'
import type { Limit } from '../../limits/limit.ts'

export interface Entry {
  state: unknown
  /** The end of a block; 0 if the key is not blocked. */
  blockedUntilMs: number
  /** From here on the entry says nothing that a missing one would not say. */
  expiresAtMs: number
}

/** Entries looked at on every write, to drop those that have expired. */
const SWEPT_A_WRITE = 2

/** Entries compared to find the one to evict, and how many more are tried while all of them are being refused. */
const EVICTION_SAMPLE = 16
const EVICTION_TRIES = 256

export class Table {
  readonly limit: Limit
  readonly #maxKeys: number
  readonly #entries = new Map<string, Entry>()
  #cursor: Iterator<[string, Entry]> = this.#entries.entries()
  #latestExpiryMs = 0
  #forgotAtMs = 0

  constructor(limit: Limit, maxKeys: number) {
    this.limit = limit
    this.#maxKeys = maxKeys
  }

  get size(): number {
    return this.#entries.size
  }

  find(key: string, nowMs: number): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && nowMs < entry.expiresAtMs ? entry : undefined
  }

  /**
   * When a key without an entry is charged: now, or if the clock has stepped back since a key was last forgotten, at
   * that time. It may have been this key, whose allowance had come back by then, and must not come back again.
   */
  chargeTime(state: unknown, nowMs: number): number {
    return state === undefined ? Math.max(nowMs, this.#forgotAtMs) : nowMs
  }

  /** Keeps what a key has become, or forgets it if it has become nothing. */
  write(key: string, state: unknown, blockedUntilMs: number, nowMs: number): void {
    this.#sweep(nowMs)
    const { algorithm, rule } = this.limit
    const resetMs = state === undefined ? 0 : nowMs + algorithm.standing(rule, state, nowMs).resetAfterMs
    const expiresAtMs = Math.max(resetMs, blockedUntilMs)
    const entry = this.#entries.get(key)
    if (expiresAtMs <= nowMs) {
      if (entry !== undefined) this.#forget(key, nowMs)
      return
    }
    this.#latestExpiryMs = Math.max(this.#latestExpiryMs, expiresAtMs)
    if (entry === undefined) {
      if (this.#entries.size >= this.#maxKeys) this.#evict(nowMs)
      this.#entries.set(key, { state, blockedUntilMs, expiresAtMs })
    } else {
      Object.assign(entry, { state, blockedUntilMs, expiresAtMs })
    }
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#latestExpiryMs = 0
  }

  #forget(key: string, nowMs: number): void {
    this.#entries.delete(key)
    this.#forgotAtMs = Math.max(this.#forgotAtMs, nowMs)
  }

  #sweep(nowMs: number): void {
    if (nowMs >= this.#latestExpiryMs && this.#entries.size > 0) {
      this.clear()
      this.#forgotAtMs = Math.max(this.#forgotAtMs, nowMs)
    }
    for (let looked = 0; looked < SWEPT_A_WRITE; looked++) {
      const [key, entry] = this.#next() ?? []
      if (entry !== undefined && key !== undefined && nowMs >= entry.expiresAtMs) this.#forget(key, nowMs)
    }
  }

  /** Drops the key nearest to a full allowance among a sample; one that is being refused only if no other is found. */
  #evict(nowMs: number): void {
    let victim: string | undefined
    let least = Infinity
    for (let tried = 0; tried < EVICTION_TRIES && (tried < EVICTION_SAMPLE || least >= 1); tried++) {
      const [key, entry] = this.#next() ?? []
      if (key === undefined || entry === undefined) break
      const loss = this.#lossOf(entry, nowMs)
      if (loss < least || victim === undefined) {
        victim = key
        least = loss
      }
    }
    if (victim !== undefined) this.#entries.delete(victim)
  }

  /** What forgetting an entry would give its key: 0 for nothing, below 1 for a part of the allowance, from 1 on for freedom. */
  #lossOf(entry: Entry, nowMs: number): number {
    if (nowMs >= entry.expiresAtMs) return 0
    if (nowMs < entry.blockedUntilMs) return 1 + entry.blockedUntilMs - nowMs
    const { algorithm, rule } = this.limit
    const { remaining, resetAfterMs } = foresee(algorithm, rule, entry.state, nowMs, 0)
    return remaining === 0 ? 1 + resetAfterMs : 1 - remaining / (rule.limit + 1)
  }

  /** The next entry of an endless walk around the table. */
  #next(): [string, Entry] | undefined {
    const next = this.#cursor.next()
    if (next.done !== true) return next.value
    this.#cursor = this.#entries.entries()
    const first = this.#cursor.next()
    return first.done === true ? undefined : first.value
  }
}
