import { HitCounter, type HitCounterOptions, type Hits } from '../hits/hit-counter.ts'
import { checkedNumber, checkedPrefix, type CallOptions, type RateLimiterOptions } from './options.ts'
import { RateLimiterRes } from './rate-limiter-res.ts'
import { runtimeTimers } from '../../stores/failure/timers.ts'

/** Keys without an end live for as long as whole milliseconds are exact: 278 years. */
const FOREVER_MS = 2 ** 43

/** What is left of them is never less than this. */
const LONG_MS = 2 ** 42

/**
 * What RateLimiterMemory and RateLimiterRedis have in common: points that are counted in a window from a key's first one,
 * also beyond `points`. Options may be changed at any time; the next call goes by them.
 */
export class FlexibleLimiter {
  points: number
  duration: number
  blockDuration: number
  execEvenly: boolean
  execEvenlyMinDelayMs: number | undefined
  keyPrefix: string
  readonly #counter: HitCounter

  /** @throws SluiceError `ERR_INVALID_OPTION` */
  constructor(options: RateLimiterOptions, counted: HitCounterOptions) {
    this.points = checkedNumber('points', options.points, -Infinity)
    this.duration = checkedNumber('duration', options.duration, 0)
    this.blockDuration = options.blockDuration ?? 0
    this.execEvenly = options.execEvenly ?? false
    this.execEvenlyMinDelayMs = options.execEvenlyMinDelayMs
    this.keyPrefix = checkedPrefix(options.keyPrefix ?? 'rlflx')
    this.#counter = new HitCounter(msOf(this.duration), counted)
  }

  /**
   * Takes points. Rejects with a `RateLimiterRes` if the key then has consumed more than it has; they stay consumed.
   * Rejects with a `SluiceError` `ERR_INVALID_COST` if they are not a whole number.
   */
  consume(key: string | number, points = 1, options: CallOptions = {}): Promise<RateLimiterRes> {
    return this.answered(
      async () => await this.judged(key, points, await this.#take(key, points, options)),
      (insurer) => insurer.consume(key, points, options),
    )
  }

  /** Takes points without asking whether the key has them. */
  penalty(key: string | number, points = 1, options: CallOptions = {}): Promise<RateLimiterRes> {
    return this.answered(
      () => this.#take(key, points, options),
      (insurer) => insurer.penalty(key, points, options),
    )
  }

  /** Gives points back, at most all that were consumed. */
  reward(key: string | number, points = 1, options: CallOptions = {}): Promise<RateLimiterRes> {
    return this.answered(
      () => this.#take(key, -points, options),
      (insurer) => insurer.reward(key, points, options),
    )
  }

  /** Refuses a key for so many seconds, 0 until it is deleted. Its points are then all back. */
  block(key: string | number, secDuration: number): Promise<RateLimiterRes> {
    return this.answered(
      () => this.#put(key, this.blockedPoints(), secDuration),
      (insurer) => insurer.block(key, secDuration),
    )
  }

  /** Lets a key have consumed so many points, for so many seconds, 0 for ever. Default `duration`. */
  set(key: string | number, points: number, secDuration: number = this.duration): Promise<RateLimiterRes> {
    return this.answered(
      () => this.#put(key, points, secDuration >= 0 ? secDuration : this.duration),
      (insurer) => insurer.set(key, points, secDuration),
    )
  }

  /** Where a key stands; `null` if nothing is known of it. */
  get(key: string | number): Promise<RateLimiterRes | null> {
    return this.answered(
      async () => {
        const hits = await this.#counter.look(this.getKey(key))
        return hits.resetAfterMs === 0 ? null : this.#resOf(hits, 0, 0)
      },
      (insurer) => insurer.get(key),
    )
  }

  /** Forgets a key, and says whether there was something to forget. */
  delete(key: string | number): Promise<boolean> {
    return this.answered(
      async () => {
        const whose = this.getKey(key)
        const [known] = await Promise.all([this.#counter.look(whose), this.#counter.forget(whose)])
        return known.resetAfterMs > 0
      },
      (insurer) => insurer.delete(key),
    )
  }

  get msDuration(): number {
    return this.duration * 1000
  }

  get msBlockDuration(): number {
    return this.blockDuration * 1000
  }

  getKey(key: string | number): string {
    return this.keyPrefix === '' ? String(key) : `${this.keyPrefix}:${key}`
  }

  parseKey(key: string): string {
    return this.keyPrefix === '' ? key : key.slice(this.keyPrefix.length + 1)
  }

  /** Asks the store, or another limiter where that may stand in for it. */
  protected answered<T>(
    ask: () => Promise<T>,
    _insured: (insurer: FlexibleLimiter) => Promise<T>,
  ): Promise<T> {
    return ask()
  }

  /** With how many points consumed a key counts as blocked. */
  protected blockedPoints(): number {
    return this.points + 1
  }

  /** Whether these points were those that made a key one to block. */
  protected isFirstTooMany(consumed: number, points: number): boolean {
    return consumed > this.points && consumed <= this.points + points
  }

  /** Lets a request go, now or later, or refuses it. */
  protected async judged(key: string | number, points: number, res: RateLimiterRes): Promise<RateLimiterRes> {
    if (res.consumedPoints <= this.points) return this.execEvenly ? await this.#evenly(res) : res
    await this.blockIfDue(key, points, res)
    // oxlint-disable-next-line typescript/only-throw-error -- the contract: a refusal is no error
    throw res
  }

  /** Blocks a key that has just come to it, and says whether it did. */
  protected async blockIfDue(key: string | number, points: number, res: RateLimiterRes): Promise<boolean> {
    if (!(this.blockDuration > 0 && this.isFirstTooMany(res.consumedPoints, points))) return false
    res.msBeforeNext = msOf(this.blockDuration)
    await this.#counter.restart(this.getKey(key), res.consumedPoints, res.msBeforeNext)
    return true
  }

  async #take(key: string | number, points: number, options: CallOptions): Promise<RateLimiterRes> {
    const whose = this.getKey(key)
    const windowMs = this.#windowMs(options)
    const hits =
      points < 0
        ? await this.#counter.takeBack(whose, -points)
        : await this.#counter.hit(whose, points, windowMs)
    return this.#resOf(hits, points, windowMs)
  }

  async #put(key: string | number, points: number, seconds: number): Promise<RateLimiterRes> {
    const whose = this.getKey(key)
    const windowMs = msOf(seconds)
    await this.#counter.restart(whose, Math.max(1, points), windowMs)
    // Only a point opens a window.
    if (points < 1) await this.#counter.takeBack(whose)
    return new RateLimiterRes(0, ofForever(windowMs), points)
  }

  #windowMs({ customDuration }: CallOptions): number {
    return msOf(customDuration !== undefined && customDuration >= 0 ? customDuration : this.duration)
  }

  #resOf({ total, resetAfterMs }: Hits, points: number, openedMs: number): RateLimiterRes {
    const remaining = Math.max(this.points - total, 0)
    return new RateLimiterRes(
      remaining,
      ofForever(resetAfterMs || openedMs),
      total,
      points > 0 && total === points,
    )
  }

  #evenly(res: RateLimiterRes): RateLimiterRes | Promise<RateLimiterRes> {
    if (this.points <= 0 || res.msBeforeNext <= 0 || res.isFirstInDuration) return res
    const least = this.execEvenlyMinDelayMs ?? Math.ceil(msOf(this.duration) / this.points)
    const even = Math.ceil(res.msBeforeNext / (res.remainingPoints + 2))
    const delayMs = even < least ? res.consumedPoints * least : even
    res.msBeforeNext = Math.max(res.msBeforeNext - delayMs, 0)
    return new Promise((resolve) => {
      runtimeTimers.start(() => resolve(res), delayMs)
    })
  }
}

function msOf(seconds: number): number {
  return seconds === 0 ? FOREVER_MS : Math.ceil(seconds * 1000)
}

function ofForever(ms: number): number {
  return ms > LONG_MS ? -1 : ms
}
