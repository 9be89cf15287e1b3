/**
 * A log lies in a block of an arena. Its slot says where: page and first entry of the block; head and tail, counted
 * from there; base; total. A tail of 0 says that there is no block yet.
 */
import { appended, emptyLog, type Log, totalThrough } from '../../../algorithms/sliding-log/log.ts'
import { MAX_EXACT } from '../../../algorithms/scale.ts'
import type { OneVerdict } from '../../store.ts'
import type { LimitTable } from '../limit-table.ts'
import { oneVerdict } from '../one-verdict.ts'
import type { SlotPage } from '../slot-pages.ts'
import { LogArena } from './log-arena.ts'
import type { StateRows } from './state-rows.ts'

export class SlidingLogRows implements StateRows<Log> {
  readonly words = 4
  readonly #windowMs: number
  readonly #arena = new LogArena()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  get bytesOutside(): number {
    return this.#arena.bytes
  }

  read({ f64, i32 }: SlotPage, at: number): Log {
    const { times, totals } = this.#arena.at(i32[2 * at + 2] as number)
    const start = i32[2 * at + 3] as number
    const head = start + (i32[2 * at + 4] as number)
    const tail = start + (i32[2 * at + 5] as number)
    return { times, totals, head, tail, base: f64[at + 3] as number, total: f64[at + 4] as number }
  }

  write(slotPage: SlotPage, at: number, log: Log): void {
    this.#move(slotPage, at, log, log.tail - log.head)
  }

  quickCheck(
    table: LimitTable,
    at: number,
    _high: number,
    _low: number,
    cost: number,
  ): OneVerdict | undefined {
    const { nowMs, rule } = table
    if (at === -1 || cost > rule.limit) return undefined
    const log = this.read(table.slots.page, at)
    const { times } = log
    const newestMs = times[log.tail - 1] as number
    const atMs = Math.max(nowMs, newestMs)
    let { head, base } = log
    while (head < log.tail && (times[head] as number) <= atMs - this.#windowMs) head++
    if (head > log.head) base = Math.max(base, totalThrough(log, head - 1))
    const used = log.total - base
    const passes = cost <= rule.limit - used
    // Debt, and waiting for more than one entry to leave, are for the rest.
    if (!passes && (used > rule.limit || cost > 1)) return undefined
    const untilFirstLeavesMs = (head === log.tail ? atMs : (times[head] as number)) + this.#windowMs - nowMs
    if (passes) this.#append(table.slots.page, at, { ...log, head, base }, atMs, cost)
    const resetAfterMs = (passes ? atMs : newestMs) + this.#windowMs - nowMs
    table.keepFor(resetAfterMs)
    const remaining = rule.limit - used - (passes ? cost : 0)
    const retryAfterMs = passes ? 0 : untilFirstLeavesMs
    return oneVerdict(
      table.reused,
      rule.limit,
      remaining,
      retryAfterMs,
      resetAfterMs,
      untilFirstLeavesMs,
      0,
      nowMs,
    )
  }

  release({ i32 }: SlotPage, at: number): void {
    if (i32[2 * at + 5] !== 0) this.#arena.release(i32[2 * at + 2] as number, i32[2 * at + 3] as number)
  }

  releaseAll(): void {
    this.#arena.clear()
  }

  /** A time and its units in turn. */
  toNumbers(log: Log): number[] {
    const numbers: number[] = []
    for (let index = log.head; index < log.tail; index++) {
      const before = index === log.head ? log.base : totalThrough(log, index - 1)
      numbers.push(log.times[index] as number, totalThrough(log, index) - before)
    }
    return numbers
  }

  fromNumbers(numbers: readonly number[]): Log {
    let log = emptyLog
    for (let i = 0; i < numbers.length; i += 2)
      log = appended(log, numbers[i] as number, numbers[i + 1] as number)
    return log
  }

  /** Adds units at `atMs` to a log whose head is the first entry that is still inside the window. */
  #append(slotPage: SlotPage, at: number, log: Log, atMs: number, cost: number): void {
    const { f64, i32 } = slotPage
    const start = i32[2 * at + 3] as number
    const { times, totals, block } = this.#arena.at(i32[2 * at + 2] as number)
    const entries = log.tail - log.head
    const isPacked = entries > 0 && times[log.tail - 1] === atMs
    if (log.total + cost > MAX_EXACT || (!isPacked && log.tail === start + block)) {
      // The block is full, or its totals are: go on in one with as much room again as is in use, from a total of 0.
      this.#move(slotPage, at, log, Math.max(1, 2 * entries))
      this.#append(slotPage, at, this.read(slotPage, at), atMs, cost)
      return
    }
    if (!isPacked) {
      if (entries > 0) totals[log.tail - 1] = log.total
      times[log.tail] = atMs
    }
    const tail = isPacked ? log.tail : log.tail + 1
    totals[tail - 1] = log.total + cost
    i32[2 * at + 4] = log.head - start
    i32[2 * at + 5] = tail - start
    f64[at + 3] = log.base
    f64[at + 4] = log.total + cost
  }

  /** Copies a log into a new block with room for so many entries, and lets go of the old one. */
  #move(slotPage: SlotPage, at: number, log: Log, room: number): void {
    const { f64, i32 } = slotPage
    this.#arena.allocate(room)
    const { page, start } = this.#arena
    const { times, totals } = this.#arena.at(page)
    const entries = log.tail - log.head
    for (let index = 0; index < entries; index++) {
      times[start + index] = log.times[log.head + index] as number
      totals[start + index] = totalThrough(log, log.head + index) - log.base
    }
    this.release(slotPage, at)
    i32[2 * at + 2] = page
    i32[2 * at + 3] = start
    i32[2 * at + 4] = 0
    i32[2 * at + 5] = entries
    f64[at + 3] = 0
    f64[at + 4] = log.total - log.base
  }
}
