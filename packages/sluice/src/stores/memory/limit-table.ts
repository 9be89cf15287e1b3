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
import { MovedStates } from './moved-states.ts'
import { oneVerdict, type Writable } from './one-verdict.ts'
import { rowsFor, type StateRows } from './rows/state-rows.ts'
import type { SlotPage } from './slot-pages.ts'
import { SlotTable } from './slot-table.ts'

/** Slots looked at for expiry every so many calls, for tables to which no keys are added. */
const CALLS_A_SWEEP = 32
const SWEPT_AT_ONCE = 8

/** About what a map's entry, its text and its objects take. */
const BYTES_A_MOVED_STATE = 240

export class LimitTable {
  readonly limit: Limit
  readonly rule: Rule
  readonly blocks: Blocks
  readonly slots: SlotTable
  readonly rows: StateRows
  readonly moved: MovedStates
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
    this.moved = new MovedStates(maxKeys)
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
    const isUsual = cost > 0 && (at !== -1 || (this.nowMs >= this.#forgotAtMs && this.moved.size === 0))
    if (isUsual && this.rows.quickCheck !== undefined) {
      const verdict = this.rows.quickCheck(this, at, high, low, cost)
      if (verdict !== undefined) return verdict
    }
    return this.checkUnder(this.limit, high, low, cost)
  }

  /** The same under any limit of this algorithm. */
  checkUnder(limit: Limit, high: number, low: number, cost: number): OneVerdict {
    const state = this.#stateUnder(limit, high, low)
    const chargedMs = this.#chargeTime(state)
    const { decision, next } = transition(this.#algorithm, limit.rule, state, this.nowMs, cost, chargedMs)
    if (next !== undefined) this.#keepUnder(limit, high, low, next)
    const { remaining, retryAfterMs, resetAfterMs, replenishAfterMs, delayMs } = decision
    return oneVerdict(
      limit === this.limit ? this.reused : undefined,
      limit.rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      replenishAfterMs,
      delayMs,
      this.nowMs,
    )
  }

  /** What a request would be told, with nothing charged. */
  look(limit: Limit, high: number, low: number, cost: number): Decision {
    const state = this.#stateUnder(limit, high, low)
    const foreseen = foresee(this.#algorithm, limit.rule, state, this.nowMs, cost)
    const leftMs = this.blocks.leftMs(high, low, this.nowMs)
    return leftMs > 0 ? whileBlocked(foreseen, leftMs, cost) : foreseen
  }

  /** Charges a request that was refused, by this limit or by another one beside it, and says where that leaves it. */
  takeRefused(limit: Limit, high: number, low: number, cost: number, passes: boolean): Decision {
    const state = this.#stateUnder(limit, high, low)
    const chargedMs = this.#chargeTime(state)
    const next = passes
      ? this.#algorithm.take(limit.rule, state, chargedMs, cost)
      : this.#algorithm.takeRefused(limit.rule, state, chargedMs, cost)
    this.#keepUnder(limit, high, low, next)
    const after = foresee(this.#algorithm, limit.rule, next, this.nowMs, cost)
    return passes ? { ...after, allowed: true, retryAfterMs: 0, never: false } : after
  }

  /** Charges units whether or not they fit. */
  charge(limit: Limit, high: number, low: number, cost: number): void {
    if (cost === 0) return
    const state = this.#stateUnder(limit, high, low)
    const next = this.#algorithm.take(limit.rule, state, this.#chargeTime(state), cost)
    this.#keepUnder(limit, high, low, next)
  }

  giveBack(limit: Limit, high: number, low: number, cost: number, takenAtMs: number | undefined): void {
    const state = this.#stateUnder(limit, high, low)
    if (state === undefined || cost === 0) return
    const next = this.#algorithm.giveBack(limit.rule, state, this.nowMs, cost, takenAtMs)
    if (next === undefined) this.#drop(high, low)
    else this.#keepUnder(limit, high, low, next)
  }

  /** Keeps the state of a key as the table's own limit counts it. */
  put(high: number, low: number, state: unknown): void {
    this.#write(this.slots.find(high, low), high, low, state)
    this.keepFor(this.#resetUnder(this.limit, state))
  }

  /** Brings the states of other limits back to the table's own, as a dump takes them. What has been used stays used. */
  settleMoved(): void {
    for (const [high, low, moved] of this.moved.entries()) {
      const state = this.#carried(moved.limit, moved.state, this.limit)
      if (state !== undefined) this.put(high, low, state)
    }
    this.moved.clear()
  }

  forget(high: number, low: number): void {
    this.#remove(high, low)
    this.blocks.set(high, low, 0, this.nowMs)
  }

  stats(): LimitStats {
    const { size, bytes, capacity, evictions } = this.slots
    return {
      keys: size + this.moved.size,
      bytes: bytes + this.rows.bytesOutside + this.moved.size * BYTES_A_MOVED_STATE,
      evictions: evictions + this.moved.evictions,
      load: size / capacity,
    }
  }

  clear(): void {
    this.slots.clear()
    this.blocks.clear()
    this.moved.clear()
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

  /** What is as good as new under the limit that it was written under does not come back to life under another. */
  #stateUnder(limit: Limit, high: number, low: number): unknown {
    const moved = this.moved.get(high, low)
    if (moved !== undefined) return this.#carried(moved.limit, moved.state, limit)
    const at = this.slots.find(high, low)
    return at === -1 ? undefined : this.#carried(this.limit, this.rows.read(this.slots.page, at), limit)
  }

  #keepUnder(limit: Limit, high: number, low: number, state: unknown): void {
    const resetAfterMs = this.#resetUnder(limit, state)
    if (limit === this.limit || this.#isAtHome(state, resetAfterMs)) {
      this.moved.delete(high, low)
      this.put(high, low, state)
      return
    }
    const at = this.slots.find(high, low)
    if (at !== -1) this.slots.removeFound(at)
    if (this.moved.sweep(this.nowMs)) this.#noteForgetting()
    this.moved.set(high, low, { limit, state, resetMs: this.nowMs + resetAfterMs })
  }

  /** Whether the table's own limit reads a state of another one as it is, and keeps it for as long. */
  #isAtHome(state: unknown, resetAfterMs: number): boolean {
    return this.#algorithm.carryOver === undefined && this.#resetUnder(this.limit, state) >= resetAfterMs
  }

  #resetUnder({ rule }: Limit, state: unknown): number {
    return this.#algorithm.standing(rule, state, this.nowMs).resetAfterMs
  }

  #carried(from: Limit, state: unknown, to: Limit): unknown {
    if (from === to) return state
    if (this.#resetUnder(from, state) === 0) return undefined
    if (this.#algorithm.carryOver === undefined) return state
    return this.#algorithm.carryOver(from.rule, state, to.rule, this.nowMs)
  }

  /** Forgets a key that is as good as new. */
  #drop(high: number, low: number): void {
    if (this.#remove(high, low)) this.#noteForgetting()
  }

  #remove(high: number, low: number): boolean {
    const wasMoved = this.moved.delete(high, low)
    const at = this.slots.find(high, low)
    if (at !== -1) this.slots.removeFound(at)
    return wasMoved || at !== -1
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
