import type { RequestRows } from './request-columns.ts'

/** Called once a request, in file order. */
export type RequestSink = (timeMs: number, client: number, cost: number) => void

/** Hands on the requests of a log and keeps what their times say of it. */
export class RequestReport {
  firstMs: number = Infinity
  lastMs: number = -Infinity
  /** Requests whose time is below the highest time so far. */
  earlier = 0
  readonly #sink: RequestSink

  constructor(sink: RequestSink) {
    this.#sink = sink
  }

  add({ times, clients, costs, length }: RequestRows): void {
    for (let i = 0; i < length; i++) {
      const timeMs = times[i]!
      if (timeMs < this.lastMs) this.earlier++
      else this.lastMs = timeMs
      if (timeMs < this.firstMs) this.firstMs = timeMs
      this.#sink(timeMs, clients[i]!, costs === undefined ? 1 : costs[i]!)
    }
  }
}
