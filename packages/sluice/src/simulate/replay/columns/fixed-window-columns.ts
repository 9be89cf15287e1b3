import { countAt, type FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import { grownColumn } from '../grown-column.ts'
import type { Columns } from './columns.ts'

/** Two numbers a client: when its window ends, and the units used in it. */
export class FixedWindowColumns implements Columns {
  readonly limit: number
  readonly #rule: FixedWindowRule
  #endsMs: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)

  constructor(rule: FixedWindowRule) {
    this.#rule = rule
    this.limit = rule.limit
  }

  take(client: number, nowMs: number, cost: number): boolean {
    if (client >= this.#endsMs.length) this.#grow(client)
    const endMs = this.#endsMs[client]!
    const count = countAt(endMs, this.#counts[client]!, nowMs)
    if (cost > this.limit - count) return false
    if (nowMs >= endMs) this.#endsMs[client] = this.#rule.windowAt(nowMs).endMs
    this.#counts[client] = count + cost
    return true
  }

  #grow(client: number): void {
    this.#endsMs = grownColumn(this.#endsMs, client, -Infinity)
    this.#counts = grownColumn(this.#counts, client, 0)
  }
}
