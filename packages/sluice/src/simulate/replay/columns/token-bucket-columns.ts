import { levelAt, type TokenBucketRule } from '../../../algorithms/token-bucket/token-bucket.ts'
import { grownColumn } from '../grown-column.ts'
import type { RequestBlock } from '../request-block.ts'
import type { Columns } from './columns.ts'

/** Two numbers a client: the level, and when it was counted. */
export class TokenBucketColumns implements Columns {
  readonly limit: number
  readonly #rule: TokenBucketRule
  #levels: Float64Array = new Float64Array(0)
  #atMs: Float64Array = new Float64Array(0)

  constructor(rule: TokenBucketRule) {
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
    if (client >= this.#levels.length) this.#grow(client)
    const rule = this.#rule
    const level = levelAt(rule, this.#levels[client]!, this.#atMs[client]!, nowMs)
    const wanted = cost * rule.unit
    if (level < wanted) return false
    this.#levels[client] = level - wanted
    this.#atMs[client] = nowMs
    return true
  }

  #grow(client: number): void {
    this.#levels = grownColumn(this.#levels, client, this.#rule.full)
    this.#atMs = grownColumn(this.#atMs, client, 0)
  }
}
