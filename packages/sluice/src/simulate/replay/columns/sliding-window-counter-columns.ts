import {
  estimateAt,
  previousIn,
  windowOf,
  type SlidingWindowCounterRule,
} from '../../../algorithms/sliding-window-counter/sliding-window-counter.ts'
import { grownColumn } from '../grown-column.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** Three numbers a client: the window, its count, and the count of the one before. */
export class SlidingWindowCounterColumns implements Columns {
  readonly limit: number
  readonly #windowMs: number
  /** The window of the last request, and when it ends. */
  #window = -Infinity
  #endMs = -Infinity
  #windows: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)
  #previous: Float64Array = new Float64Array(0)

  constructor(rule: SlidingWindowCounterRule) {
    this.limit = rule.limit
    this.#windowMs = rule.windowMs
  }

  decide({ times, clients, costs, from, to }: RequestBlock, answers: Uint8Array): void {
    for (let at = from; at < to; at++) {
      const cost = costs[at]!
      const passes = cost <= this.limit && (cost === 0 || this.#take(clients[at]!, times[at]!, cost))
      answers[at - from] = passes ? 1 : 0
    }
  }

  #take(client: number, nowMs: number, cost: number): boolean {
    if (client >= this.#windows.length) this.#grow(client)
    if (nowMs >= this.#endMs) this.#openWindow(nowMs)
    const window = this.#window
    if (window !== this.#windows[client]) this.#roll(client, window)
    const count = this.#counts[client]!
    const estimate = estimateAt(this.#windowMs, window, count, this.#previous[client]!, nowMs)
    if (estimate + cost > this.limit) return false
    this.#counts[client] = count + cost
    return true
  }

  #openWindow(nowMs: number): void {
    this.#window = windowOf(this.#windowMs, nowMs)
    this.#endMs = (this.#window + 1) * this.#windowMs
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
