import type { BlockSink } from './request-block.ts'

/** How many requests wait in the look-ahead at least, before the earliest of them is let out. */
export const LOOK_AHEAD_REQUESTS = 65_536

/** Moving entries of late requests may cost this much, and so much more a request, before it counts as too much. */
const FREE_MOVES = 2 ** 25
const MOVES_A_REQUEST = 256

export interface LookAheadOptions {
  /** Default 65,536. */
  readonly requests?: number
  /** Go on moving entries however many requests are late. Default false. */
  readonly patient?: boolean
}

/**
 * Puts requests that come nearly in the order of their times into that order, in constant memory: logs are written when
 * requests end, so a few stand behind later ones. Requests of one time keep the order in which they came.
 *
 * A request is let out once so many more have come. One that is earlier than a request that has been let out cannot be
 * put in order any more; nor is this the way to sort a log that is not sorted at all. Both set `overrun`.
 */
export class LookAhead {
  readonly #sink: BlockSink
  readonly #kept: number
  readonly #patient: boolean
  readonly #times: Float64Array
  readonly #clients: Int32Array
  readonly #costs: Float64Array
  #length = 0
  #letOutMs = -Infinity
  #movesLeft: number = FREE_MOVES
  #overrun = false

  constructor(sink: BlockSink, { requests = LOOK_AHEAD_REQUESTS, patient = false }: LookAheadOptions = {}) {
    this.#sink = sink
    this.#kept = requests
    this.#patient = patient
    // Half of the room is let out at once, which makes room at the cost of moving every request once.
    this.#times = new Float64Array(2 * requests)
    this.#clients = new Int32Array(2 * requests)
    this.#costs = new Float64Array(2 * requests)
  }

  /** A request came that cannot be put in order here. What comes after it is ignored. */
  get overrun(): boolean {
    return this.#overrun
  }

  push(timeMs: number, client: number, cost: number): void {
    if (this.#length === this.#times.length) this.#letOut(this.#kept)
    const end = this.#length
    const inOrder = end === 0 ? timeMs >= this.#letOutMs : timeMs >= this.#times[end - 1]!
    const at = inOrder ? end : this.#makePlace(timeMs)
    if (this.#overrun) return
    this.#times[at] = timeMs
    this.#clients[at] = client
    this.#costs[at] = cost
    this.#length = end + 1
  }

  /** Lets out the rest: there are no more requests. */
  end(): void {
    if (!this.#overrun) this.#letOut(this.#length)
  }

  /** Moves later requests one place on, and gives the place before them. */
  #makePlace(timeMs: number): number {
    const end = this.#length
    let at = end
    while (at > 0 && this.#times[at - 1]! > timeMs) at--
    this.#movesLeft += MOVES_A_REQUEST - (end - at)
    if (timeMs < this.#letOutMs || (this.#movesLeft < 0 && !this.#patient)) this.#overrun = true
    this.#times.copyWithin(at + 1, at, end)
    this.#clients.copyWithin(at + 1, at, end)
    this.#costs.copyWithin(at + 1, at, end)
    return at
  }

  #letOut(count: number): void {
    if (count === 0) return
    this.#sink({ times: this.#times, clients: this.#clients, costs: this.#costs, from: 0, to: count })
    this.#letOutMs = this.#times[count - 1]!
    this.#times.copyWithin(0, count, this.#length)
    this.#clients.copyWithin(0, count, this.#length)
    this.#costs.copyWithin(0, count, this.#length)
    this.#length -= count
  }
}
