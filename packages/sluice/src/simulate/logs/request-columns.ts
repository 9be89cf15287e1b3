import { grownColumn, grownLinks } from '../replay/grown-column.ts'

/** Requests side by side in arrays, in the order of their lines, the first at 0. */
export interface RequestRows {
  readonly times: Float64Array
  readonly clients: Int32Array
  /** Undefined if every request costs 1. */
  readonly costs: Float64Array | undefined
  /** How many there are. */
  readonly length: number
}

/** Requests as they are read. */
export class RequestColumns implements RequestRows {
  times: Float64Array = new Float64Array(4096)
  clients: Int32Array = new Int32Array(4096)
  costs: Float64Array | undefined
  length = 0

  add(timeMs: number, client: number, cost: number): void {
    const index = this.length++
    if (index === this.times.length) this.#grow(index)
    this.times[index] = timeMs
    this.clients[index] = client
    if (cost !== 1 || this.costs !== undefined) this.#setCost(index, cost)
  }

  clear(): void {
    this.length = 0
    this.costs = undefined
  }

  #grow(index: number): void {
    this.times = grownColumn(this.times, index, 0)
    this.clients = grownLinks(this.clients, index)
    if (this.costs !== undefined) this.costs = grownColumn(this.costs, index, 1)
  }

  #setCost(index: number, cost: number): void {
    this.costs ??= new Float64Array(this.times.length).fill(1)
    this.costs[index] = cost
  }
}
