import type { AlgorithmName } from '../../algorithms/algorithm.ts'
import { EPOCH_MS } from '../../algorithms/scale.ts'
import { SluiceError } from '../../errors.ts'
import { BusiestWindows } from '../measures/busiest-windows.ts'
import { standardLimits } from '../standard-limits.ts'
import { Lane, type AlgorithmResult } from './lane.ts'
import type { RequestBlock } from './request-block.ts'

/** "`limit` requests in `windowMs`", which each algorithm takes as `standardLimits` says. */
export interface ReplayLimit {
  /** As it was written, such as `100/60s`. */
  readonly text: string
  readonly limit: number
  readonly windowMs: number
}

/** What one limit did to a log. */
export interface LimitResult {
  readonly limit: string
  readonly windowMs: number
  /**
   * The client that sent the most units in any window (t - windowMs, t], before any limit, the first to get there if
   * several did; undefined for a log without requests.
   */
  readonly offeredBusiest: { readonly client: string; readonly count: number } | undefined
  readonly algorithms: Readonly<Partial<Record<AlgorithmName, AlgorithmResult>>>
}

/** The answers to a block of requests. */
export interface BlockDecisions {
  readonly limit: ReplayLimit
  readonly algorithm: AlgorithmName
  /** 1 allowed, 0 refused; the first is the answer to the request at `from` of the block. */
  readonly decisions: Uint8Array
}

export interface ReplayOptions {
  readonly limits: readonly ReplayLimit[]
  /** Default: all six. */
  readonly algorithms?: readonly AlgorithmName[]
  /** Sees each block of requests with the answers of every limit and algorithm. Nothing may be kept of the arrays. */
  readonly onDecisions?: (block: RequestBlock, decided: readonly BlockDecisions[]) => void
}

/** Requests that are decided together: few enough to stay in the processor's cache. */
const BLOCK_REQUESTS = 2048

/**
 * Replays the requests of many clients against limits: every client has a state of its own under each limit and
 * algorithm, and nothing else passes between them.
 *
 * @throws SluiceError what the limits throw when they are made
 */
export class Replay {
  readonly #limits: readonly LimitLanes[]
  readonly #decided: readonly BlockDecisions[]
  readonly #onDecisions: ReplayOptions['onDecisions']

  constructor({ limits, algorithms, onDecisions }: ReplayOptions) {
    this.#limits = limits.map((limit) => new LimitLanes(limit, algorithms))
    this.#decided = this.#limits.flatMap(({ limit, lanes }) =>
      lanes.map(({ algorithm, decisions }) => ({ limit, algorithm, decisions })),
    )
    this.#onDecisions = onDecisions
  }

  /**
   * Decides requests, none of which is earlier than one that was decided before.
   *
   * @throws SluiceError `ERR_INVALID_TRAFFIC` for a time so far away that a limit could not decide it exactly
   */
  decide(block: RequestBlock): void {
    const { times, clients, costs, to } = block
    for (let from = block.from; from < to; from += BLOCK_REQUESTS) {
      const part = { times, clients, costs, from, to: Math.min(to, from + BLOCK_REQUESTS) }
      for (const limit of this.#limits) limit.decide(part)
      this.#onDecisions?.(part, this.#decided)
    }
  }

  /** What the limits did, in the order in which they were given. `clientName` tells the name of a client's number. */
  results(clientName: (client: number) => string): LimitResult[] {
    return this.#limits.map((limit) => limit.result(clientName))
  }
}

/** The algorithms under one limit, and what was offered to all of them. */
class LimitLanes {
  readonly limit: ReplayLimit
  readonly lanes: readonly Lane[]
  readonly #windows: BusiestWindows
  readonly #offered: Float64Array = new Float64Array(BLOCK_REQUESTS)
  /** The last time that all these limits decide exactly. */
  readonly #lastMs: number

  constructor(limit: ReplayLimit, algorithms: readonly AlgorithmName[] | undefined) {
    const limits = standardLimits(limit.limit, limit.windowMs)
    const names = algorithms ?? (Object.keys(limits) as AlgorithmName[])
    this.limit = limit
    this.lanes = names.map((name) => new Lane(limits[name], limit.windowMs, BLOCK_REQUESTS))
    this.#windows = new BusiestWindows(limit.windowMs)
    this.#lastMs = Math.min(...names.map((name) => limits[name].lastMs))
  }

  decide(block: RequestBlock): void {
    const { times, clients, costs, from, to } = block
    this.#checkTime(times[from]!)
    this.#checkTime(times[to - 1]!)
    for (let at = from; at < to; at++) {
      this.#offered[at - from] = this.#windows.add(clients[at]!, times[at]!, costs[at]!)
    }
    for (const lane of this.lanes) lane.decide(block, this.#offered)
  }

  /** Scaled times are as large before their epoch as after it. Logs of clocks that were never set begin in 1969. */
  #checkTime(timeMs: number): void {
    if (Math.abs(timeMs - EPOCH_MS) <= this.#lastMs - EPOCH_MS) return
    const message = `a request at ${shownTime(timeMs)} is too far from 2020 to be decided exactly under ${this.limit.text}`
    throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: 'timeMs', value: timeMs })
  }

  result(clientName: (client: number) => string): LimitResult {
    const busiest = this.#windows.busiest()
    return {
      limit: this.limit.text,
      windowMs: this.limit.windowMs,
      offeredBusiest: busiest && { client: clientName(busiest.client), count: busiest.count },
      algorithms: Object.fromEntries(this.lanes.map((lane) => [lane.algorithm, lane.result(clientName)])),
    }
  }
}

/** ISO 8601 reaches 100 million days from 1970. */
function shownTime(timeMs: number): string {
  return Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : `${timeMs} ms since 1970`
}
