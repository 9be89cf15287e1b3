import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import { WindowCounts } from '../../measures/window-counts.ts'
import type { Columns } from './columns.ts'

/** The logs of all clients in one queue, which their entries leave in the order of their times. */
export class SlidingLogColumns implements Columns {
  readonly limit: number
  readonly #allowed: WindowCounts

  constructor(rule: SlidingLogRule) {
    this.limit = rule.limit
    this.#allowed = new WindowCounts(rule.windowMs)
  }

  take(client: number, nowMs: number, cost: number): boolean {
    if (this.#allowed.total(client, nowMs) + cost > this.limit) return false
    this.#allowed.add(client, nowMs, cost)
    return true
  }
}
