/**
 * A log lies in a block of an arena. Its slot says where: page and first entry of the block; head and tail, counted
 * from there; base; total. A tail of 0 says that there is no block yet.
 */
import {
  appended,
  emptyLog,
  firstAfter,
  type Log,
  newestMs,
  totalThrough,
} from '../../../algorithms/sliding-log/log.ts'
import { MAX_EXACT } from '../../../algorithms/scale.ts'
import type { Segment } from '../segment.ts'
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

  read({ f64, i32 }: Segment, at: number): Log {
    const { times, totals } = this.#arena.at(i32[2 * at + 2] as number)
    const start = i32[2 * at + 3] as number
    const head = start + (i32[2 * at + 4] as number)
    const tail = start + (i32[2 * at + 5] as number)
    return { times, totals, head, tail, base: f64[at + 3] as number, total: f64[at + 4] as number }
  }

  write(segment: Segment, at: number, log: Log): void {
    this.#move(segment, at, log, log.tail - log.head)
  }

  take(segment: Segment, at: number, log: Log | undefined, nowMs: number, cost: number): Log {
    if (log === undefined)
      this.write(segment, at, { times: [nowMs], totals: [cost], head: 0, tail: 1, base: 0, total: cost })
    else this.#append(segment, at, log, nowMs, cost)
    return this.read(segment, at)
  }

  release({ i32 }: Segment, at: number): void {
    if (i32[2 * at + 5] !== 0) this.#arena.release(i32[2 * at + 2] as number, i32[2 * at + 3] as number)
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

  #append(segment: Segment, at: number, log: Log, nowMs: number, cost: number): void {
    const atMs = Math.max(nowMs, newestMs(log))
    const live = this.#live(log, atMs)
    const { f64, i32 } = segment
    const start = i32[2 * at + 3] as number
    const { times, totals, block } = this.#arena.at(i32[2 * at + 2] as number)
    const entries = live.tail - live.head
    const isPacked = newestMs(live) === atMs
    if (live.total + cost > MAX_EXACT || (!isPacked && live.tail === start + block)) {
      // The block is full, or its totals are: go on in one with as much room again as is in use, from a total of 0.
      this.#move(segment, at, live, Math.max(1, 2 * entries))
      this.#append(segment, at, this.read(segment, at), nowMs, cost)
      return
    }
    if (!isPacked) {
      if (entries > 0) totals[live.tail - 1] = live.total
      times[live.tail] = atMs
    }
    const tail = isPacked ? live.tail : live.tail + 1
    totals[tail - 1] = live.total + cost
    i32[2 * at + 4] = live.head - start
    i32[2 * at + 5] = tail - start
    f64[at + 3] = live.base
    f64[at + 4] = live.total + cost
  }

  #live(log: Log, atMs: number): Log {
    const head = firstAfter(log, atMs - this.#windowMs)
    return head === log.head ? log : { ...log, head, base: Math.max(log.base, totalThrough(log, head - 1)) }
  }

  /** Copies a log into a new block with room for so many entries, and lets go of the old one. */
  #move(segment: Segment, at: number, log: Log, room: number): void {
    const { f64, i32 } = segment
    this.#arena.allocate(room)
    const { page, start } = this.#arena
    const { times, totals } = this.#arena.at(page)
    const entries = log.tail - log.head
    for (let index = 0; index < entries; index++) {
      times[start + index] = log.times[log.head + index] as number
      totals[start + index] = totalThrough(log, log.head + index) - log.base
    }
    this.release(segment, at)
    i32[2 * at + 2] = page
    i32[2 * at + 3] = start
    i32[2 * at + 4] = 0
    i32[2 * at + 5] = entries
    f64[at + 3] = 0
    f64[at + 4] = log.total - log.base
  }
}
