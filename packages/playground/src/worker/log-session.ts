import type { ClientTable, RequestList } from 'sluice/simulate'
import { burstChart, type BurstChart, type ClientRequests } from '../model/burst-chart.ts'
import { RequestsByClient } from './requests-by-client.ts'
import type { LogClient } from './log-overview.ts'

/** The requests of a log that was read, and what is asked about them. */
export class LogSession {
  readonly #table: ClientTable
  readonly #list: RequestList
  readonly #byClient: RequestsByClient
  /** Clients by how much they sent, the most first. */
  readonly #ranking: Uint32Array

  /** @param counts how many requests each client has, by its number */
  constructor(table: ClientTable, list: RequestList, counts: Uint32Array) {
    this.#table = table
    this.#list = list
    this.#byClient = new RequestsByClient(list, counts)
    this.#ranking = Uint32Array.from(counts, (_, client) => client).toSorted(
      (a, b) => counts[b]! - counts[a]! || a - b,
    )
  }

  get clients(): number {
    return this.#byClient.clients
  }

  /** The clients whose name holds the text, in any case: at most `most`, those with the most requests first. */
  find(text: string, most: number): LogClient[] {
    const wanted = text.toLowerCase()
    const found: LogClient[] = []
    for (const client of this.#ranking) {
      if (found.length >= most) break
      const name = this.#table.name(client)
      if (name.toLowerCase().includes(wanted))
        found.push({ client, name, requests: this.#byClient.countOf(client) })
    }
    return found
  }

  /** The requests of one client, or of all as if one had sent them: copies, sorted by time. */
  requestsOf(client: number | 'all'): Required<ClientRequests> {
    if (client === 'all') return this.#all()
    const { times, costs } = this.#byClient.of(client)
    return { times: times.slice(), costs: costs.slice() }
  }

  /** @throws SluiceError as `burstChart` does */
  chart(shares: readonly number[]): BurstChart {
    return burstChart(this.clients, (client) => this.#byClient.of(client), shares)
  }

  #all(): Required<ClientRequests> {
    const times = new Float64Array(this.#byClient.size)
    const costs = new Float64Array(this.#byClient.size)
    let at = 0
    this.#list.letOut((block) => {
      times.set(block.times.subarray(block.from, block.to), at)
      costs.set(block.costs.subarray(block.from, block.to), at)
      at += block.to - block.from
    })
    return { times, costs }
  }
}
