import { aheadOf, tatAfter } from '../../../algorithms/gcra/gcra.ts'
import { leakyBucketAlgorithm, type LeakyBucketRule } from '../../../algorithms/leaky-bucket/leaky-bucket.ts'
import { scaledTime } from '../../../algorithms/scale.ts'
import { Departures } from '../departures.ts'
import { grownColumn } from '../grown-column.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** One number a client: when its next request could leave. `departures` measures the requests that pass. */
export class LeakyBucketColumns implements Columns {
  readonly limit: number
  readonly #rule: LeakyBucketRule
  readonly departures: Departures
  #next: Float64Array = new Float64Array(0)

  constructor(rule: LeakyBucketRule, windowMs: number) {
    this.#rule = rule
    this.limit = rule.limit
    this.departures = new Departures(rule, windowMs)
  }

  decide({ times, clients, costs, from, to }: RequestBlock, answers: Uint8Array): void {
    for (let at = from; at < to; at++) {
      const cost = costs[at]!
      const passes = cost <= this.limit && (cost === 0 || this.#take(clients[at]!, times[at]!, cost))
      answers[at - from] = passes ? 1 : 0
    }
  }

  #take(client: number, nowMs: number, cost: number): boolean {
    if (client >= this.#next.length) this.#next = grownColumn(this.#next, client, -Infinity)
    const next = this.#next[client]!
    if (leakyBucketAlgorithm.waitMs(this.#rule, next, nowMs, cost) > 0) return false
    this.#next[client] = tatAfter(this.#rule, next, nowMs, cost)
    this.departures.add(client, scaledTime(nowMs, this.#rule.perMs), aheadOf(this.#rule, next, nowMs), cost)
    return true
  }
}
