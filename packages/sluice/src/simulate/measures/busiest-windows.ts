import { WindowCounts } from './window-counts.ts'

/** The busiest window of a client. */
export interface ClientWindow {
  readonly client: number
  readonly count: number
  /** The window is (endMs - windowMs, endMs]. */
  readonly endMs: number
}

/**
 * The busiest window (t - windowMs, t] of any client, in one pass over requests in the order of their times, as
 * they come from a log too large to hold. Clients are small whole numbers; memory is that of {@link WindowCounts}.
 */
export class BusiestWindows {
  readonly #inside: WindowCounts
  #client: number = -1
  #count: number = 0
  #endMs: number = 0

  /** @throws SluiceError `ERR_INVALID_NUMBER` unless the window is a whole number of milliseconds from 1. */
  constructor(windowMs: number) {
    this.#inside = new WindowCounts(windowMs)
  }

  /** Counts a request and gives what its client's window holds now, as `WindowCounts.add` does. */
  add(client: number, timeMs: number, count: number): number {
    const inside = this.#inside.add(client, timeMs, count)
    if (inside > this.#count) {
      this.#count = inside
      this.#client = client
      this.#endMs = timeMs
    }
    return inside
  }

  /** The busiest window so far, the first that was reached if several are equal; nothing before a request. */
  busiest(): ClientWindow | undefined {
    return this.#count === 0 ? undefined : { client: this.#client, count: this.#count, endMs: this.#endMs }
  }
}
