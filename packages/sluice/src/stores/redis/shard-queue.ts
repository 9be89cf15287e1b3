/**
 * The requests of one shard, on their way to the script. Those that come in one turn of the event loop travel as one call,
 * up to a bound; while several calls are under way, later requests wait and make larger batches.
 */
import { SluiceError } from '../../errors.ts'
import type { LeaseVerdict } from '../lease/lease-source.ts'
import { batchArgs } from './batch.ts'
import type { RedisScripting } from './clients/redis-scripting.ts'
import { Reply } from './reply.ts'
import type { Request } from './request.ts'
import { decideScript } from './script/script.generated.ts'
import { runScript } from './script/script-runner.ts'
import { isReadOnly, toldBy, unsupported } from './server-error.ts'

/** Larger batches gain little and hold up the server's other clients. */
const MOST_IN_BATCH = 64
const MOST_CHARACTERS_IN_BATCH = 65_536
const MOST_CALLS_UNDER_WAY = 16
const MOST_ATTEMPTS = 3

interface Waiting {
  readonly request: Request
  readonly sinceMs: number
  readonly resolve: (verdict: LeaseVerdict) => void
  readonly reject: (error: unknown) => void
}

export interface Sending {
  readonly redis: RedisScripting
  /** A request that has waited for longer is neither sent nor decided: it has been answered otherwise. */
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
  /** When each call under way was made, the oldest first. */
  readonly #underWay = new Set<{ readonly sinceMs: number }>()
  #isScheduled = false
  /** The server's time less ours, a round trip more at most; unknown before the first answer. */
  #aheadMs: number | undefined

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
    if (this.#isScheduled || this.#waiting.length === 0 || !this.#hasRoom()) return
    this.#isScheduled = true
    afterThisTurn(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    const oldestMs = this.#sending.elapsedMs() - this.#sending.deadlineMs
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const batch = this.#next(oldestMs)
      if (batch.length > 0) void this.#call(batch)
    }
  }

  /** A call that nobody waits for any more takes no room: a library may leave it unanswered for as long as it likes. */
  #hasRoom(): boolean {
    if (this.#underWay.size < MOST_CALLS_UNDER_WAY) return true
    const { elapsedMs, deadlineMs } = this.#sending
    const oldestMs = elapsedMs() - deadlineMs
    for (const call of this.#underWay) {
      if (call.sinceMs >= oldestMs) break
      this.#underWay.delete(call)
    }
    return this.#underWay.size < MOST_CALLS_UNDER_WAY
  }

  /** The next requests that fit into one call, those left out that are too old. */
  #next(oldestMs: number): Waiting[] {
    const batch: Waiting[] = []
    let characters = 0
    let taken = 0
    for (const waiting of this.#waiting) {
      if (waiting.sinceMs < oldestMs) {
        waiting.reject(tooLate())
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
    const call = { sinceMs: this.#sending.elapsedMs() }
    this.#underWay.add(call)
    try {
      const reply = await this.#run(batch, call.sinceMs)
      for (const { request, resolve } of batch) resolve(reply.verdict(request))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    this.#underWay.delete(call)
    this.#schedule()
  }

  async #run(batch: readonly Waiting[], sinceMs: number): Promise<Reply> {
    const { redis, timeMs, elapsedMs, deadlineMs } = this.#sending
    await redis.whenReady?.()
    if (elapsedMs() - sinceMs > deadlineMs) throw tooLate()
    const requests = batch.map(({ request }) => request)
    let windowsAtMs: number | undefined
    for (let attempt = 1; ; attempt++) {
      const sentMs = elapsedMs()
      const givenMs = timeMs()
      const serverMs = sentMs + (this.#aheadMs ?? 0)
      const lateMs = givenMs === undefined && this.#aheadMs !== undefined ? serverMs + deadlineMs : undefined
      const args = batchArgs(requests, windowsAtMs ?? givenMs ?? serverMs, givenMs, lateMs)
      try {
        // oxlint-disable-next-line no-await-in-loop -- again with what the answer told
        const reply = new Reply(await runScript(redis, decideScript, [this.#root], args))
        this.#aheadMs = reply.atMs - sentMs
        return reply
      } catch (error) {
        if (isReadOnly(error)) redis.reconnect?.()
        const told = toldBy(error)
        if (told === undefined) throw unsupported(error) ?? error
        if (elapsedMs() - sentMs >= deadlineMs || attempt === MOST_ATTEMPTS) throw tooLate()
        // The windows sent were not those of its time, or its clock is not where it was.
        if (told.asks === 'WINDOW') windowsAtMs = told.ms
        else this.#aheadMs = told.ms - sentMs
      }
    }
  }
}

function tooLate(): SluiceError {
  return new SluiceError('ERR_STORE_TIMEOUT', 'The request waited for too long to be sent.')
}

declare const setImmediate: ((run: () => void) => unknown) | undefined
declare function setTimeout(run: () => void, ms: number): unknown

/** Once everything that is ready in this turn of the event loop has run. */
const afterThisTurn: (run: () => void) => unknown =
  typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0)
