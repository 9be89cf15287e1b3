import { ClientTable, RequestList } from 'sluice/simulate'
import { LAST_MS } from '../model/request-checks.ts'

/** The requests of a log as they are read: time, client and cost, no more of them than memory is meant for. */
export class KeptRequests {
  readonly table: ClientTable = new ClientTable()
  readonly list: RequestList = new RequestList()
  readonly #most: number
  #size: number = 0
  #firstMs: number = Infinity
  #lastMs: number = -Infinity
  #outOfTime: number = 0
  #counts: Uint32Array<ArrayBuffer> = new Uint32Array(64)

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#size
  }

  get firstMs(): number {
    return this.#firstMs
  }

  get lastMs(): number {
    return this.#lastMs
  }

  get isFull(): boolean {
    return this.#size >= this.#most
  }

  /** Requests outside 1970 to 2070, which are left out. */
  get outOfTime(): number {
    return this.#outOfTime
  }

  /** How many requests each client has, by its number. */
  get counts(): Uint32Array {
    return this.#counts.slice(0, this.table.size)
  }

  add(timeMs: number, client: number, cost: number): void {
    if (client >= this.#counts.length) this.#grow(client)
    if (this.isFull) return
    if (timeMs < 0 || timeMs > LAST_MS) {
      this.#outOfTime += 1
      return
    }
    this.#size += 1
    this.#counts[client]! += 1
    this.#firstMs = Math.min(this.#firstMs, timeMs)
    this.#lastMs = Math.max(this.#lastMs, timeMs)
    this.list.push(timeMs, client, cost)
  }

  #grow(client: number): void {
    const counts = new Uint32Array(Math.max(2 * this.#counts.length, client + 1))
    counts.set(this.#counts)
    this.#counts = counts
  }
}
