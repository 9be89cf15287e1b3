import { grownColumn, grownLinks } from './grown-column.ts'
import type { BlockSink } from './request-block.ts'
import { stableOrder } from './stable-order.ts'

const BLOCK_REQUESTS = 4096

/**
 * Holds all requests of a log and lets them out in the order of their times; requests of one time keep the order in
 * which they came. Takes 12 bytes a request, 8 more once one of them costs other than 1, and 8 while it sorts.
 */
export class RequestList {
  #times: Float64Array = new Float64Array(BLOCK_REQUESTS)
  #clients: Int32Array = new Int32Array(BLOCK_REQUESTS)
  /** None while every request costs 1. */
  #costs: Float64Array | undefined
  #length = 0

  push(timeMs: number, client: number, cost: number): void {
    if (this.#length === this.#times.length) this.#grow()
    if (cost !== 1 && this.#costs === undefined) this.#costs = new Float64Array(this.#times.length).fill(1)
    this.#times[this.#length] = timeMs
    this.#clients[this.#length] = client
    if (this.#costs !== undefined) this.#costs[this.#length] = cost
    this.#length++
  }

  /** Lets out all requests in order. */
  letOut(sink: BlockSink): void {
    const order = stableOrder(this.#times.subarray(0, this.#length))
    const times = new Float64Array(BLOCK_REQUESTS)
    const clients = new Int32Array(BLOCK_REQUESTS)
    const costs = new Float64Array(BLOCK_REQUESTS).fill(1)
    for (let from = 0; from < this.#length; from += BLOCK_REQUESTS) {
      const to = Math.min(BLOCK_REQUESTS, this.#length - from)
      for (let i = 0; i < to; i++) {
        const index = order === undefined ? from + i : order[from + i]!
        times[i] = this.#times[index]!
        clients[i] = this.#clients[index]!
        if (this.#costs !== undefined) costs[i] = this.#costs[index]!
      }
      sink({ times, clients, costs, from: 0, to })
    }
  }

  #grow(): void {
    this.#times = grownColumn(this.#times, this.#length, 0)
    this.#clients = grownLinks(this.#clients, this.#length)
    if (this.#costs !== undefined) this.#costs = grownColumn(this.#costs, this.#length, 0)
  }
}
