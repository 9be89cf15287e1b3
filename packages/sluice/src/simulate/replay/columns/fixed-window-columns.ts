import { countAt, type FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import { grownColumn } from '../grown-column.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** Two numbers a client: when its window ends, and the units used in it. */
export class FixedWindowColumns implements Columns {
  readonly limit: number
  readonly #rule: FixedWindowRule
  #endsMs: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)
  /** The end of the window that is open for clients new to it. */
  #openEndMs = -Infinity

  constructor(rule: FixedWindowRule) {
    this.#rule = rule
    this.limit = rule.limit
  }

  decide({ times, clients, costs, from, to }: RequestBlock, answers: Uint8Array): void {
    for (let at = from; at < to; at++) {
      const cost = costs[at]!
      const passes = cost <= this.limit && (cost === 0 || this.#take(clients[at]!, times[at]!, cost))
      answers[at - from] = passes ? 1 : 0
    }
  }

  #take(client: number, nowMs: number, cost: number): boolean {
    if (client >= this.#endsMs.length) this.#grow(client)
    const endMs = this.#endsMs[client]!
    const count = countAt(endMs, this.#counts[client]!, nowMs)
    if (cost > this.limit - count) return false
    if (nowMs >= endMs) this.#endsMs[client] = this.#endOfWindow(nowMs)
    this.#counts[client] = count + cost
    return true
  }

  /** Windows are the same for all clients, unless each starts at a client's first request. */
  #endOfWindow(nowMs: number): number {
    if (nowMs >= this.#openEndMs || this.#rule.anchored) this.#openEndMs = this.#rule.windowAt(nowMs).endMs
    return this.#openEndMs
  }

  #grow(client: number): void {
    this.#endsMs = grownColumn(this.#endsMs, client, -Infinity)
    this.#counts = grownColumn(this.#counts, client, 0)
  }
}
