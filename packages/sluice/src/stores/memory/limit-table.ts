/**
 * The keys of one limit: finds a key's state by its fingerprint, and decides with the steps of the limit's algorithm.
 * Nothing here runs on a timer: a few slots are looked at as calls come, and once the last reset of all has come the
 * table is let go as a whole.
 */
import type { Algorithm, Rule } from '../../algorithms/algorithm.ts'
import { foresee, type Decision } from '../../algorithms/transition.ts'
import { whileBlocked } from '../../limits/blocked.ts'
import type { Limit } from '../../limits/limit.ts'
import type { LimitStats, OneVerdict } from '../store.ts'
import { Blocks } from './blocks.ts'
import { rowsFor, type StateRows } from './rows/state-rows.ts'
import type { Segment } from './segment.ts'
import { SlotTable } from './slot-table.ts'

/** Slots looked at for expiry every so many calls, for tables to which no keys are added. */
const CALLS_A_SWEEP = 32
const SWEPT_AT_ONCE = 8

export class LimitTable {
  readonly limit: Limit
  readonly blocks: Blocks
  readonly slots: SlotTable
  readonly rows: StateRows
  readonly #algorithm: Algorithm
  readonly #rule: Rule
  #latestResetMs = 0
  #forgotAtMs = 0
  #calls = 0

  constructor(limit: Limit, maxKeys: number) {
    this.limit = limit
    this.blocks = new Blocks(maxKeys)
    this.rows = rowsFor(limit)
    this.#algorithm = limit.algorithm
    this.#rule = limit.rule
    this.slots = new SlotTable(this.rows.words, maxKeys, {
      isSpent: (segment, at, nowMs) => this.#lossOf(segment, at, nowMs) === 0,
      lossOf: (segment, at, nowMs) => this.#lossOf(segment, at, nowMs),
      release: (segment, at) => this.rows.release?.(segment, at),
    })
  }

  /** Decides a request of a key that is not blocked, and charges it if it passes. The path that must be quick. */
  check(high: number, low: number, nowMs: number, cost: number): OneVerdict {
    this.#tidy(nowMs)
    const at = this.slots.find(high, low)
    const state = at === -1 ? undefined : this.rows.read(this.slots.segment, at)
    const algorithm = this.#algorithm
    const rule = this.#rule
    const retryAfterMs =
      cost > rule.limit ? Infinity : cost === 0 ? 0 : algorithm.waitMs(rule, state, nowMs, cost)
    const passes = retryAfterMs === 0 && cost > 0
    const delayMs = passes && algorithm.delayMs !== undefined ? algorithm.delayMs(rule, state, nowMs) : 0
    const next = passes ? this.#take(at, high, low, state, nowMs, cost) : state
    const { remaining, resetAfterMs, replenishAfterMs } = algorithm.standing(rule, next, nowMs)
    if (passes) this.#keepUntil(nowMs + resetAfterMs)
    return {
      allowed: retryAfterMs === 0,
      limit: rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      replenishAfterMs,
      delayMs,
      never: retryAfterMs === Infinity,
      atMs: nowMs,
      blocked: false,
    }
  }

  /** What a request would be told, with nothing charged. */
  look(high: number, low: number, nowMs: number, cost: number): Decision {
    const foreseen = foresee(this.#algorithm, this.#rule, this.#stateOf(high, low), nowMs, cost)
    const leftMs = this.blocks.leftMs(high, low, nowMs)
    return leftMs > 0 ? whileBlocked(foreseen, leftMs, cost) : foreseen
  }

  /** Charges a request that was refused, by this limit or by another one beside it, and says where that leaves it. */
  takeRefused(high: number, low: number, nowMs: number, cost: number, passes: boolean): Decision {
    const state = this.#stateOf(high, low)
    const chargedMs = this.#chargeTime(state, nowMs)
    const next = passes
      ? this.#algorithm.take(this.#rule, state, chargedMs, cost)
      : this.#algorithm.takeRefused(this.#rule, state, chargedMs, cost)
    this.put(high, low, next, nowMs)
    const after = foresee(this.#algorithm, this.#rule, next, nowMs, cost)
    return passes ? { ...after, allowed: true, retryAfterMs: 0, never: false } : after
  }

  /** Charges units whether or not they fit. */
  charge(high: number, low: number, nowMs: number, cost: number): void {
    if (cost === 0) return
    const state = this.#stateOf(high, low)
    this.put(high, low, this.#algorithm.take(this.#rule, state, this.#chargeTime(state, nowMs), cost), nowMs)
  }

  giveBack(high: number, low: number, nowMs: number, cost: number, takenAtMs: number | undefined): void {
    const state = this.#stateOf(high, low)
    if (state === undefined || cost === 0) return
    this.put(high, low, this.#algorithm.giveBack(this.#rule, state, nowMs, cost, takenAtMs), nowMs)
  }

  /** Keeps the state of a key, or forgets the key if there is none. */
  put(high: number, low: number, state: unknown, nowMs: number): void {
    const at = this.slots.find(high, low)
    if (state === undefined) {
      if (at !== -1) {
        this.slots.removeFound(at)
        this.#forgotAt(nowMs)
      }
      return
    }
    const place = at === -1 ? this.slots.insert(high, low, nowMs) : at
    this.rows.write(this.slots.segment, place, state)
    this.#keepUntil(nowMs + this.#algorithm.standing(this.#rule, state, nowMs).resetAfterMs)
  }

  forget(high: number, low: number, nowMs: number): void {
    const at = this.slots.find(high, low)
    if (at !== -1) this.slots.removeFound(at)
    this.blocks.set(high, low, 0, nowMs)
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

  #take(at: number, high: number, low: number, state: unknown, nowMs: number, cost: number): unknown {
    const place = at === -1 ? this.slots.insert(high, low, nowMs) : at
    const { segment } = this.slots
    const chargedMs = this.#chargeTime(state, nowMs)
    if (this.rows.take !== undefined) return this.rows.take(segment, place, state, chargedMs, cost)
    const next = this.#algorithm.take(this.#rule, state, chargedMs, cost)
    this.rows.write(segment, place, next)
    return next
  }

  #stateOf(high: number, low: number): unknown {
    const at = this.slots.find(high, low)
    return at === -1 ? undefined : this.rows.read(this.slots.segment, at)
  }

  /**
   * When a key without a state is charged: now, or if the clock has stepped back since a key was last forgotten, at
   * that time. It may have been this key, whose allowance had come back by then, and must not come back again.
   */
  #chargeTime(state: unknown, nowMs: number): number {
    return state === undefined && nowMs < this.#forgotAtMs ? this.#forgotAtMs : nowMs
  }

  #forgotAt(nowMs: number): void {
    if (nowMs > this.#forgotAtMs) this.#forgotAtMs = nowMs
  }

  #tidy(nowMs: number): void {
    if (nowMs >= this.#latestResetMs && this.slots.size > 0) {
      this.slots.clear()
      this.#forgotAt(nowMs)
    }
    if (++this.#calls < CALLS_A_SWEEP) return
    this.#calls = 0
    this.slots.sweep(SWEPT_AT_ONCE, nowMs)
  }

  #keepUntil(resetMs: number): void {
    if (resetMs > this.#latestResetMs) this.#latestResetMs = resetMs
  }

  #standing(segment: Segment, at: number, nowMs: number): ReturnType<Algorithm['standing']> {
    return this.#algorithm.standing(this.#rule, this.rows.read(segment, at), nowMs)
  }

  /** What forgetting a key gives it. One that loses nothing is about to be forgotten, so the time is noted. */
  #lossOf(segment: Segment, at: number, nowMs: number): number {
    const { remaining, resetAfterMs } = this.#standing(segment, at, nowMs)
    if (resetAfterMs === 0) {
      this.#forgotAt(nowMs)
      return 0
    }
    // Of keys that are being refused, the one that waits least loses least.
    return remaining === 0 ? 1 + resetAfterMs : 1 - remaining / (this.#rule.limit + 1)
  }
}
