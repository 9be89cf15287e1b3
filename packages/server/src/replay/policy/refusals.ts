/** The clients that were refused most often; equal counts by name. */
export interface RefusalReport {
  readonly allowed: number
  readonly refused: number
  /** Clients that were refused at least once. */
  readonly clientsRefused: number
  readonly topRefused: readonly { readonly client: string; readonly refused: number }[]
}

const TOP_CLIENTS = 3

/** Counts requests, and the refused ones by client. */
export class Refusals {
  #requests = 0
  #refused = 0
  readonly #byClient = new Map<string, number>()

  count(client: string, isRefused: boolean): void {
    this.#requests++
    if (!isRefused) return
    this.#refused++
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1)
  }

  get requests(): number {
    return this.#requests
  }

  report(): RefusalReport {
    const top = Array.from(this.#byClient, ([client, refused]) => ({ client, refused }))
      .toSorted((one, other) => other.refused - one.refused || (one.client < other.client ? -1 : 1))
      .slice(0, TOP_CLIENTS)
    return {
      allowed: this.#requests - this.#refused,
      refused: this.#refused,
      clientsRefused: this.#byClient.size,
      topRefused: top,
    }
  }
}
