import type { AlgorithmName } from '../../algorithms/algorithm.ts'
import type { Limit } from '../../limits/limit.ts'
import { BusiestAllowed } from '../measures/busiest-allowed.ts'
import { columnsOf } from './columns/columns-of.ts'
import type { Columns } from './columns/columns.ts'
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
  /** The most units that passed for one client in a window so far. */
  #most = 0
  #requests = 0
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
  decide(requests: RequestBlock, offered: Float64Array): void {
    this.#columns.decide(requests, this.decisions)
    const { times, clients, costs, from, to } = requests
    for (let at = from, i = 0; at < to; at++, i++) {
      if (this.decisions[i] === 0) this.#refuse(clients[at]!, times[at]!, costs[at]!)
      // No more can have been allowed than was offered, so most requests make no new record.
      else if (offered[i]! > this.#most) this.#allowMore(clients[at]!, times[at]!, offered[i]!)
    }
    this.#requests += to - from
  }

  result(clientName: (client: number) => string): AlgorithmResult {
    const { departures } = this.#columns
    return {
      allowed: this.#requests - this.#refused,
      refused: this.#refused,
      clientsRefused: this.#clientsRefused,
      busiestAllowed: this.#most,
      busiestServed: departures?.busiest ?? this.#most,
      maxWaitMs: departures?.longestWaitMs ?? 0,
      firstRefused:
        this.#refused === 0 ? undefined : { client: clientName(this.#firstClient), atMs: this.#firstMs },
      topRefused: this.#topRefused(clientName),
    }
  }

  #allowMore(client: number, timeMs: number, offered: number): void {
    this.#most = Math.max(this.#most, this.#busiest.allow(client, timeMs, offered))
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
