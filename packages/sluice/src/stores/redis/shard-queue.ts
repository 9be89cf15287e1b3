/**
 * The requests of one shard, on their way to the script. Those that come in one turn of the event loop travel as one call,
 * up to a bound; while several calls are under way, later requests wait and make larger batches.
 */
import { SluiceError } from '../../errors.ts'
import type { Asker } from '../asker.ts'
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
/** Fewer wait for the end of the turn, in which more may come. */
const LEAST_AT_ONCE = 32
const MOST_CHARACTERS_IN_BATCH = 65_536
const MOST_CALLS_UNDER_WAY = 16
const MOST_ATTEMPTS = 3

interface Waiting {
  readonly request: Request
  readonly sinceMs: number
  readonly asker: Asker<LeaseVerdict>
}

export interface Sending {
  readonly redis: RedisScripting
  /** A request that has waited for longer is neither sent nor decided: it has been answered otherwise. */
  readonly deadlineMs: number
  /** The time to decide by, if it is not the server's. */
  readonly timeMs: () => number | undefined
  /** A time that never steps back, in milliseconds. */
  readonly elapsedMs: () => number
  /** Called before each call, with that time. */
  readonly beforeCall?: (elapsedMs: number) => void
}

export class ShardQueue {
  readonly #root: string
  readonly #sending: Sending
  #waiting: Waiting[] = []
  /** When each call under way was made, the oldest first. */
  readonly #underWay = new Set<{ readonly sinceMs: number }>()
  #isScheduled = false
  /** Requests that wait or are under way. */
  #pending = 0
  /** The server's time less ours, a round trip more at most; unknown before the first answer. */
  #aheadMs: number | undefined

  constructor(root: string, sending: Sending) {
    this.#root = root
    this.#sending = sending
  }

  /**
   * Requests that fill a batch are sent at once, the others at the end of the turn. Where many are under way half of them fill
   * one, so that the server decides while this process makes up the next.
   */
  ask(request: Request, asker: Asker<LeaseVerdict>): void {
    this.#waiting.push({ request, asker, sinceMs: this.#sending.elapsedMs() })
    this.#pending++
    this.#sendSoon()
  }

  #sendSoon(): void {
    const enough = Math.min(MOST_IN_BATCH, Math.max(LEAST_AT_ONCE, this.#pending / 2))
    if (this.#waiting.length >= enough && this.#hasRoom()) this.#flush()
    else this.#schedule()
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
    const late: Waiting[] = []
    let characters = 0
    let taken = 0
    for (const waiting of this.#waiting) {
      if (waiting.sinceMs < oldestMs) late.push(waiting)
      else {
        for (const { field } of waiting.request.places) characters += field.length
        if (batch.length === MOST_IN_BATCH || (batch.length > 0 && characters > MOST_CHARACTERS_IN_BATCH))
          break
        batch.push(waiting)
      }
      taken++
    }
    this.#waiting = taken === this.#waiting.length ? [] : this.#waiting.slice(taken)
    this.#pending -= late.length
    // Last, since whoever hears of it may ask again at once.
    for (const { asker } of late) asker.failed(tooLate())
    return batch
  }

  async #call(batch: readonly Waiting[]): Promise<void> {
    const call = { sinceMs: this.#sending.elapsedMs() }
    this.#sending.beforeCall?.(call.sinceMs)
    this.#underWay.add(call)
    let reply: Reply | undefined
    let fault: unknown
    try {
      reply = await this.#run(batch, call.sinceMs)
    } catch (error) {
      fault = error
    }
    this.#underWay.delete(call)
    this.#pending -= batch.length
    // The server goes on with what waits while those who are answered here do.
    this.#sendSoon()
    if (reply === undefined) for (const { asker } of batch) asker.failed(fault)
    else tellAll(batch, reply)
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

function tellAll(batch: readonly Waiting[], reply: Reply): void {
  let told = 0
  try {
    for (const { request, asker } of batch) {
      const verdict = reply.verdict(request)
      told++
      asker.answered(verdict)
    }
  } catch (error) {
    for (const { asker } of batch.slice(told)) asker.failed(error)
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
