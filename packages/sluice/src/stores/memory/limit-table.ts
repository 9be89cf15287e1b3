/**
 * The keys of one limit: finds a key's state by its fingerprint, and decides with the steps of the limit's algorithm.
 * Nothing here runs on a timer: a few slots are looked at as calls come, and once the last reset of all has come the
 * table is let go as a whole.
 */
import type { Algorithm, Rule } from '../../algorithms/algorithm.ts'
import { foresee, transition, type Decision } from '../../algorithms/transition.ts'
import { whileBlocked } from '../../limits/blocked.ts'
import type { Limit } from '../../limits/limit.ts'
import type { LimitStats, OneVerdict } from '../store.ts'
import { Blocks } from './blocks.ts'
import { oneVerdict, type Writable } from './one-verdict.ts'
import { rowsFor, type StateRows } from './rows/state-rows.ts'
import type { SlotPage } from './slot-pages.ts'
import { SlotTable } from './slot-table.ts'

/** Slots looked at for expiry every so many calls, for tables to which no keys are added. */
const CALLS_A_SWEEP = 32
const SWEPT_AT_ONCE = 8

export class LimitTable {
  readonly limit: Limit
  readonly rule: Rule
  readonly blocks: Blocks
  readonly slots: SlotTable
  readonly rows: StateRows
  /** What every check gives, if it is always the same object. */
  readonly reused: Writable<OneVerdict> | undefined
  /** The time of the call that is being answered. */
  nowMs = 0
  readonly #algorithm: Algorithm
  #latestResetMs = 0
  #forgotAtMs = 0
  #calls = 0

  constructor(limit: Limit, maxKeys: number, reuseDecision: boolean) {
    this.limit = limit
    this.reused = reuseDecision ? { ...oneVerdict(undefined, limit.rule.limit, 0, 0, 0, 0, 0, 0) } : undefined
    this.rule = limit.rule
    this.blocks = new Blocks(maxKeys)
    this.rows = rowsFor(limit)
    this.#algorithm = limit.algorithm
    this.slots = new SlotTable(this.rows.words, maxKeys, {
      lossOf: (page, at) => this.#lossOf(page, at),
      release: (page, at) => this.rows.release?.(page, at),
      releaseAll: () => this.rows.releaseAll?.(),
    })
  }

  /** Decides a request of a key that is not blocked, and charges it if it passes. */
  check(high: number, low: number, cost: number): OneVerdict {
    this.#tidy()
    const at = this.slots.find(high, low)
    // A cost of 0, and a new key while the clock has stepped back, are rare; they take the way that shows what is meant.
    const isUsual = cost > 0 && (at !== -1 || this.nowMs >= this.#forgotAtMs)
    if (isUsual && this.rows.quickCheck !== undefined) {
      const verdict = this.rows.quickCheck(this, at, high, low, cost)
      if (verdict !== undefined) return verdict
    }
    return this.#check(at, high, low, cost)
  }

  #check(at: number, high: number, low: number, cost: number): OneVerdict {
    const { nowMs, rule } = this
    const state = at === -1 ? undefined : this.rows.read(this.slots.page, at)
    const chargedMs = this.#chargeTime(state)
    const { decision, next } = transition(this.#algorithm, rule, state, nowMs, cost, chargedMs)
    if (next !== undefined) this.#write(at, high, low, next)
    const { remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs } = decision
    this.keepFor(resetAfterMs)
    return oneVerdict(
      this.reused,
      rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      replenishAfterMs,
      delayMs,
      nowMs,
    )
  }

  /** What a request would be told, with nothing charged. */
  look(high: number, low: number, cost: number): Decision {
    const foreseen = foresee(this.#algorithm, this.rule, this.#stateOf(high, low), this.nowMs, cost)
    const leftMs = this.blocks.leftMs(high, low, this.nowMs)
    return leftMs > 0 ? whileBlocked(foreseen, leftMs, cost) : foreseen
  }

  /** Charges a request that was refused, by this limit or by another one beside it, and says where that leaves it. */
  takeRefused(high: number, low: number, cost: number, passes: boolean): Decision {
    const state = this.#stateOf(high, low)
    const chargedMs = this.#chargeTime(state)
    const next = passes
      ? this.#algorithm.take(this.rule, state, chargedMs, cost)
      : this.#algorithm.takeRefused(this.rule, state, chargedMs, cost)
    this.put(high, low, next)
    const after = foresee(this.#algorithm, this.rule, next, this.nowMs, cost)
    return passes ? { ...after, allowed: true, retryAfterMs: 0, never: false } : after
  }

  /** Charges units whether or not they fit. */
  charge(high: number, low: number, cost: number): void {
    if (cost === 0) return
    const state = this.#stateOf(high, low)
    this.put(high, low, this.#algorithm.take(this.rule, state, this.#chargeTime(state), cost))
  }

  giveBack(high: number, low: number, cost: number, takenAtMs: number | undefined): void {
    const state = this.#stateOf(high, low)
    if (state === undefined || cost === 0) return
    this.put(high, low, this.#algorithm.giveBack(this.rule, state, this.nowMs, cost, takenAtMs))
  }

  /** Keeps the state of a key, or forgets the key if it has become as good as new. */
  put(high: number, low: number, state: unknown): void {
    const at = this.slots.find(high, low)
    if (state === undefined) {
      if (at === -1) return
      this.slots.removeFound(at)
      this.#noteForgetting()
    } else {
      this.#write(at, high, low, state)
      this.keepFor(this.#algorithm.standing(this.rule, state, this.nowMs).resetAfterMs)
    }
  }

  forget(high: number, low: number): void {
    const at = this.slots.find(high, low)
    if (at !== -1) this.slots.removeFound(at)
    this.blocks.set(high, low, 0, this.nowMs)
  }

  stats(): LimitStats {
    const { size, bytes, capacity, evictions } = this.slots
    return { keys: size, bytes: bytes + this.rows.bytesOutside, evictions, load: size / capacity }
  }

  clear(): void {
    this.slots.clear()
    this.blocks.clear()
    this.#latestResetMs = 0
  }

  /** The slot of a key: the one it has, or a new one. */
  placeOf(at: number, high: number, low: number): number {
    return at === -1 ? this.slots.insert(high, low) : at
  }

  /** Sees to it that the table is not let go as a whole before this key's reset has come. */
  keepFor(resetAfterMs: number): void {
    const resetMs = this.nowMs + resetAfterMs
    if (resetMs > this.#latestResetMs) this.#latestResetMs = resetMs
  }

  #write(at: number, high: number, low: number, state: unknown): void {
    // A new place may lie in another page, so it comes first.
    const place = this.placeOf(at, high, low)
    this.rows.write(this.slots.page, place, state)
  }

  #stateOf(high: number, low: number): unknown {
    const at = this.slots.find(high, low)
    return at === -1 ? undefined : this.rows.read(this.slots.page, at)
  }

  /**
   * When a key without a state is charged: now, or if the clock has stepped back since a key was last forgotten, at
   * that time. It may have been this key, whose allowance had come back by then, and must not come back again.
   */
  #chargeTime(state: unknown): number {
    return state === undefined ? Math.max(this.nowMs, this.#forgotAtMs) : this.nowMs
  }

  #noteForgetting(): void {
    this.#forgotAtMs = Math.max(this.#forgotAtMs, this.nowMs)
  }

  #tidy(): void {
    if (this.nowMs >= this.#latestResetMs && this.slots.size > 0) {
      this.slots.clear()
      this.#noteForgetting()
    }
    if (++this.#calls < CALLS_A_SWEEP) return
    this.#calls = 0
    this.slots.sweep(SWEPT_AT_ONCE)
  }

  /** What forgetting a key gives it. One that loses nothing is about to be forgotten, so the time is noted. */
  #lossOf(page: SlotPage, at: number): number {
    const state = this.rows.read(page, at)
    const { remaining, resetAfterMs } = this.#algorithm.standing(this.rule, state, this.nowMs)
    if (resetAfterMs === 0) {
      this.#noteForgetting()
      return 0
    }
    // Of keys that are being refused, the one that waits least loses least.
    return remaining === 0 ? 1 + resetAfterMs : 1 - remaining / (this.rule.limit + 1)
  }
}
