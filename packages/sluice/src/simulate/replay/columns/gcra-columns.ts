import { gcraAlgorithm, tatAfter, type GcraRule } from '../../../algorithms/gcra/gcra.ts'
import { grownColumn } from '../grown-column.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** One number a client: its theoretical arrival time, which lies in the past of any time for a new one. */
export class GcraColumns implements Columns {
  readonly limit: number
  readonly #rule: GcraRule
  #tats: Float64Array = new Float64Array(0)

  constructor(rule: GcraRule) {
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
    if (client >= this.#tats.length) this.#tats = grownColumn(this.#tats, client, -Infinity)
    const tat = this.#tats[client]!
    if (gcraAlgorithm.waitMs(this.#rule, tat, nowMs, cost) > 0) return false
    this.#tats[client] = tatAfter(this.#rule, tat, nowMs, cost)
    return true
  }
}
