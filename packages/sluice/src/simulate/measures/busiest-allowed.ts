import type { ClientWindow } from './busiest-windows.ts'
import { WindowCounts } from './window-counts.ts'

/**
 * The busiest window (t - windowMs, t] over the requests that one limit allowed.
 *
 * What a limit allowed is what was offered, less what it refused. Many limits can share one count of what was
 * offered, and each of them then keeps only its refusals, which are few wherever a limit is worth having.
 */
export class BusiestAllowed {
  readonly #refused: WindowCounts
  #client: number = -1
  #count: number = 0
  #endMs: number = 0

  /** @throws SluiceError `ERR_INVALID_NUMBER` unless the window is a whole number of milliseconds from 1. */
  constructor(windowMs: number) {
    this.#refused = new WindowCounts(windowMs)
  }

  /**
   * Counts an allowed request.
   *
   * @param offered what `WindowCounts.add` or `BusiestWindows.add` of the same window said for this request
   * @returns what the client's window of allowed requests holds now
   * @throws SluiceError `ERR_INVALID_TRAFFIC` if the time steps back
   */
  allow(client: number, timeMs: number, offered: number): number {
    const inside = offered - this.#refused.total(client, timeMs)
    if (inside > this.#count) {
      this.#count = inside
      this.#client = client
      this.#endMs = timeMs
    }
    return inside
  }

  /** Counts a refused request of `count` units; times and errors are those of `allow`. */
  refuse(client: number, timeMs: number, count: number): void {
    this.#refused.add(client, timeMs, count)
  }

  /** The busiest window so far, the first that was reached if several are equal; nothing before an allowed request. */
  busiest(): ClientWindow | undefined {
    return this.#count === 0 ? undefined : { client: this.#client, count: this.#count, endMs: this.#endMs }
  }
}
