/**
 * The requests of one shard, on their way to the script. Those that come in one turn of the event loop travel as one call,
 * up to a bound; while several calls are under way, later requests wait and make larger batches.
 */
import { SluiceError } from '../../errors.ts'
import { Batch } from './batch.ts'
import type { RedisScripting } from './clients/redis-scripting.ts'
import { Reply, type LeaseVerdict } from './reply.ts'
import type { Request } from './request.ts'
import { script, scriptSha } from './script/script.generated.ts'
import { runScript } from './script/script-runner.ts'

const SLUICE_SCRIPT = { text: script, sha: scriptSha }

/** Larger batches gain little and hold up the server's other clients. */
const MOST_IN_BATCH = 64
const MOST_CHARACTERS_IN_BATCH = 65_536
/** Below the 32 calls among which the script tells one that is sent twice. */
const MOST_CALLS_UNDER_WAY = 16

interface Waiting {
  readonly request: Request
  readonly sinceMs: number
  readonly resolve: (verdict: LeaseVerdict) => void
  readonly reject: (error: unknown) => void
}

export interface Sending {
  readonly redis: RedisScripting
  /** Names this process to the script. */
  readonly caller: string
  /** A request that has waited for longer is not sent any more: it has been answered otherwise. */
  readonly deadlineMs: number
  /** The time to decide by, if it is not the server's. */
  readonly timeMs: () => number | undefined
  /** A time that never steps back, in milliseconds. */
  readonly elapsedMs: () => number
}

export class ShardQueue {
  readonly #root: string
  readonly #sending: Sending
  #waiting: Waiting[] = []
  #underWay = 0
  #number = 0
  #isScheduled = false
  /** How far the server's time is ahead of this process's. */
  #aheadMs = 0

  constructor(root: string, sending: Sending) {
    this.#root = root
    this.#sending = sending
  }

  send(request: Request): Promise<LeaseVerdict> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject, sinceMs: this.#sending.elapsedMs() })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= MOST_CALLS_UNDER_WAY || this.#waiting.length === 0) return
    this.#isScheduled = true
    afterThisTurn(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const oldestMs = this.#sending.elapsedMs() - this.#sending.deadlineMs
    while (this.#waiting.length > 0 && this.#underWay < MOST_CALLS_UNDER_WAY) {
      const batch = this.#next(oldestMs)
      if (batch.length > 0) void this.#call(batch)
    }
  }

  /** The next requests that fit into one call, those left out that are too old. */
  #next(oldestMs: number): Waiting[] {
    const batch: Waiting[] = []
    let characters = 0
    let taken = 0
    for (const waiting of this.#waiting) {
      if (waiting.sinceMs < oldestMs) {
        waiting.reject(new SluiceError('ERR_STORE_TIMEOUT', 'The request waited for too long to be sent.'))
      } else {
        characters += waiting.request.places.reduce((sum, { field }) => sum + field.length, 0)
        if (batch.length === MOST_IN_BATCH || (batch.length > 0 && characters > MOST_CHARACTERS_IN_BATCH))
          break
        batch.push(waiting)
      }
      taken++
    }
    this.#waiting = taken === this.#waiting.length ? [] : this.#waiting.slice(taken)
    return batch
  }

  async #call(batch: readonly Waiting[]): Promise<void> {
    this.#underWay++
    try {
      const reply = await this.#run(batch.map(({ request }) => request))
      for (const { request, resolve } of batch) resolve(reply.verdict(request))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#underWay--
    this.#schedule()
  }

  async #run(requests: readonly Request[]): Promise<Reply> {
    const { redis, caller, timeMs } = this.#sending
    for (let attempt = 1; ; attempt++) {
      const nowMs = timeMs()
      const batch = new Batch(nowMs ?? Date.now() + this.#aheadMs)
      for (const request of requests) batch.add(request)
      const args = batch.args(nowMs, redis.resends ? caller : '', ++this.#number)
      try {
        return new Reply(await runScript(redis, SLUICE_SCRIPT, [this.#root], args))
      } catch (error) {
        const [, askedMs] = /SLUICE_WINDOW (\d+)/.exec(String(error)) ?? []
        if (askedMs === undefined || attempt > 2) throw error
        this.#aheadMs = Number(askedMs) - Date.now()
      }
    }
  }
}

declare const setImmediate: ((run: () => void) => unknown) | undefined
declare function setTimeout(run: () => void, ms: number): unknown

/** Once everything that is ready in this turn of the event loop has run. */
const afterThisTurn: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0)
