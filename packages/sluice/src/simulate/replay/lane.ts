import type { AlgorithmName } from '../../algorithms/algorithm.ts'
import type { Limit } from '../../limits/limit.ts'
import { BusiestAllowed } from '../measures/busiest-allowed.ts'
import { columnsOf } from './columns/columns-of.ts'
import { decide, type Columns } from './columns/columns.ts'
import { grownColumn } from './grown-column.ts'
import type { RequestBlock } from './request-block.ts'

/** What one algorithm did to the requests of a log. */
export interface AlgorithmResult {
  /** Requests that passed. */
  readonly allowed: number
  readonly refused: number
  /** Clients that were refused at least once. */
  readonly clientsRefused: number
  /** The most units that passed for one client in any window (t - windowMs, t], by the time they arrived. */
  readonly busiestAllowed: number
  /** The same by the time they reached the service, which differs where requests wait. */
  readonly busiestServed: number
  /** The longest that an allowed request waited before it went on, rounded up. */
  readonly maxWaitMs: number
  /** The first refusal in the order of the times. */
  readonly firstRefused: { readonly client: string; readonly atMs: number } | undefined
  /** The three clients that were refused most often; equal counts by name. */
  readonly topRefused: readonly { readonly client: string; readonly refused: number }[]
}

const TOP_CLIENTS = 3

/** One algorithm under one limit: decides every request and keeps count. */
export class Lane {
  readonly algorithm: AlgorithmName
  /** The answers to the requests of the last block, 1 allowed and 0 refused, beginning with its first. */
  readonly decisions: Uint8Array
  readonly #columns: Columns
  readonly #busiest: BusiestAllowed
  #allowed = 0
  #refused = 0
  #clientsRefused = 0
  #firstClient = -1
  #firstMs = 0
  /** Refusals by client. */
  #refusals: Float64Array = new Float64Array(0)

  constructor(limit: Limit, windowMs: number, longestBlock: number) {
    this.algorithm = limit.algorithm.name
    this.#columns = columnsOf(limit, windowMs)
    this.#busiest = new BusiestAllowed(windowMs)
    this.decisions = new Uint8Array(longestBlock)
  }

  /** Decides a block. `offered` is what the window of each request's client held with it, beginning with the first. */
  decide({ times, clients, costs, from, to }: RequestBlock, offered: Float64Array): void {
    for (let at = from, i = 0; at < to; at++, i++) {
      const client = clients[at]!
      const isAllowed = decide(this.#columns, client, times[at]!, costs[at]!)
      this.decisions[i] = isAllowed ? 1 : 0
      if (isAllowed) this.#busiest.allow(client, times[at]!, offered[i]!)
      else this.#refuse(client, times[at]!, costs[at]!)
    }
    this.#allowed += to - from
  }

  result(clientName: (client: number) => string): AlgorithmResult {
    const busiestAllowed = this.#busiest.busiest()?.count ?? 0
    const { departures } = this.#columns
    return {
      allowed: this.#allowed - this.#refused,
      refused: this.#refused,
      clientsRefused: this.#clientsRefused,
      busiestAllowed,
      busiestServed: departures?.busiest ?? busiestAllowed,
      maxWaitMs: departures?.longestWaitMs ?? 0,
      firstRefused:
        this.#refused === 0 ? undefined : { client: clientName(this.#firstClient), atMs: this.#firstMs },
      topRefused: this.#topRefused(clientName),
    }
  }

  #refuse(client: number, timeMs: number, cost: number): void {
    this.#busiest.refuse(client, timeMs, cost)
    if (this.#refused === 0) {
      this.#firstClient = client
      this.#firstMs = timeMs
    }
    this.#refused++
    if (client >= this.#refusals.length) this.#refusals = grownColumn(this.#refusals, client, 0)
    if (this.#refusals[client]!++ === 0) this.#clientsRefused++
  }

  #topRefused(clientName: (client: number) => string): AlgorithmResult['topRefused'] {
    let least = 1
    let top: { client: string; refused: number }[] = []
    this.#refusals.forEach((refused, client) => {
      if (refused < least) return
      top = [...top, { client: clientName(client), refused }].toSorted(byRefusals).slice(0, TOP_CLIENTS)
      if (top.length === TOP_CLIENTS) least = top[TOP_CLIENTS - 1]!.refused
    })
    return top
  }
}

interface Refusals {
  readonly client: string
  readonly refused: number
}

function byRefusals(a: Refusals, b: Refusals): number {
  if (a.refused !== b.refused) return b.refused - a.refused
  return a.client < b.client ? -1 : 1
}
