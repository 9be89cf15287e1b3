import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import { WindowCounts } from '../../measures/window-counts.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** The logs of all clients in one queue, which their entries leave in the order of their times. */
export class SlidingLogColumns implements Columns {
  readonly limit: number
  readonly #allowed: WindowCounts

  constructor(rule: SlidingLogRule) {
    this.limit = rule.limit
    this.#allowed = new WindowCounts(rule.windowMs)
  }

  decide({ times, clients, costs, from, to }: RequestBlock, answers: Uint8Array): void {
    for (let at = from; at < to; at++) {
      const cost = costs[at]!
      const passes = cost <= this.limit && (cost === 0 || this.#take(clients[at]!, times[at]!, cost))
      answers[at - from] = passes ? 1 : 0
    }
  }

  #take(client: number, nowMs: number, cost: number): boolean {
    if (this.#allowed.total(client, nowMs) + cost > this.limit) return false
    this.#allowed.add(client, nowMs, cost)
    return true
  }
}
