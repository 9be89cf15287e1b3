import {
  estimateAt,
  previousIn,
  windowOf,
  type SlidingWindowCounterRule,
} from '../../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import { grownColumn } from '../grown-column.ts'
import type { Columns } from './columns.ts'

/** Three numbers a client: the window, its count, and the count of the one before. */
export class SlidingWindowCounterColumns implements Columns {
  readonly limit: number
  readonly #windowMs: number
  #windows: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)
  #previous: Float64Array = new Float64Array(0)

  constructor(rule: SlidingWindowCounterRule) {
    this.limit = rule.limit
    this.#windowMs = rule.windowMs
  }

  take(client: number, nowMs: number, cost: number): boolean {
    if (client >= this.#windows.length) this.#grow(client)
    const window = windowOf(this.#windowMs, nowMs)
    if (window !== this.#windows[client]) this.#roll(client, window)
    const count = this.#counts[client]!
    const estimate = estimateAt(this.#windowMs, window, count, this.#previous[client]!, nowMs)
    if (estimate + cost > this.limit) return false
    this.#counts[client] = count + cost
    return true
  }

  /** Says the same of the client in the words of a later window, so a refusal may do it too. */
  #roll(client: number, window: number): void {
    this.#previous[client] = previousIn(window, this.#windows[client]!, this.#counts[client]!)
    this.#counts[client] = 0
    this.#windows[client] = window
  }

  #grow(client: number): void {
    this.#windows = grownColumn(this.#windows, client, -Infinity)
    this.#counts = grownColumn(this.#counts, client, 0)
    this.#previous = grownColumn(this.#previous, client, 0)
  }
}
