import type { RequestList } from 'sluice/simulate'
import type { ClientRequests } from '../model/burst-chart.ts'

/** The requests of a log by client, in flat arrays: those of one client lie together, sorted by time. */
export class RequestsByClient {
  /** Where the requests of each client begin; one more entry says where the last one's end. */
  readonly #starts: Uint32Array
  readonly #times: Float64Array
  readonly #costs: Float64Array

  /** @param counts how many requests each client has, by its number */
  constructor(list: RequestList, counts: Uint32Array) {
    this.#starts = new Uint32Array(counts.length + 1)
    counts.forEach((count, client) => {
      this.#starts[client + 1] = this.#starts[client]! + count
    })
    this.#times = new Float64Array(this.#starts.at(-1)!)
    this.#costs = new Float64Array(this.#starts.at(-1)!)
    const next = this.#starts.slice()
    list.letOut(({ times, clients, costs, from, to }) => {
      for (let i = from; i < to; i++) {
        const at = next[clients[i]!]!++
        this.#times[at] = times[i]!
        this.#costs[at] = costs[i]!
      }
    })
  }

  get clients(): number {
    return this.#starts.length - 1
  }

  /** How many requests there are in all. */
  get size(): number {
    return this.#times.length
  }

  countOf(client: number): number {
    return this.#starts[client + 1]! - this.#starts[client]!
  }

  /** Views, not copies. */
  of(client: number): Required<ClientRequests> {
    const [from, to] = [this.#starts[client]!, this.#starts[client + 1]!]
    return { times: this.#times.subarray(from, to), costs: this.#costs.subarray(from, to) }
  }
}
