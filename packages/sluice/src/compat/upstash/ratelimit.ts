import { SluiceError } from '../../errors.ts'
import type { LimitDecision, Limiter } from '../../limiter/limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { checkLimit, type Limit } from '../../limits/limit.ts'
import { slidingWindowCounter } from '../../limits/sliding-window-counter.ts'
import { tokenBucket } from '../../limits/token-bucket.ts'
import { runtimeTimers } from '../../stores/failure/timers.ts'
import type { Mode } from '../../stores/store.ts'
import { wallDate } from '../hits/wall-date.ts'
import { limiterOf } from './limiter-of.ts'
import { checkConfig, type RatelimitConfig } from './options.ts'
import { resetAfterMs } from './reset-after.ts'
import { windowMsOf, type WindowText } from './window-text.ts'

export interface RatelimitResponse {
  readonly success: boolean
  readonly limit: number
  readonly remaining: number
  /** Unix time in milliseconds: when a refused request may come again; else when the window ends or a token comes back. */
  readonly reset: number
  /** Already done: nothing goes on in the background. */
  readonly pending: Promise<unknown>
  /** `timeout` if the server did not decide, because it was away or too slow. */
  readonly reason?: 'timeout'
}

export interface Remaining {
  readonly remaining: number
  readonly reset: number
  readonly limit: number
}

export interface RequestOptions {
  /** How many tokens the request takes: a whole number. Below 0, so many are given back. Default 1. */
  readonly rate?: number
}

const DEFAULT_PREFIX = '@upstash/ratelimit'

/** How long is waited where it is not known for how long to wait. */
const LOOK_AGAIN_MS = 100

/**
 * `Ratelimit` of @upstash/ratelimit over Sluice, for any Redis or Valkey client, REST too, or none. Refused requests use
 * nothing, and keys are its own: the counts of the original are not read.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, also for `enableProtection` and `dynamicLimits`
 * @example
 * const ratelimit = new Ratelimit({ redis: Redis.fromEnv(), limiter: Ratelimit.slidingWindow(10, '10 s') })
 * const { success } = await ratelimit.limit(userId)
 */
export class Ratelimit {
  readonly #limit: Limit
  readonly #limiter: Limiter<Mode>
  readonly #prefix: string

  constructor(config: RatelimitConfig) {
    checkConfig(config)
    this.#limit = checkLimit('limiter', config.limiter)
    this.#prefix = config.prefix ?? DEFAULT_PREFIX
    this.#limiter = limiterOf(this.#limit, config)
  }

  /** So many tokens in each window of the clock. */
  static fixedWindow(tokens: number, window: WindowText): Limit {
    return fixedWindow({ limit: tokens, window: windowMsOf('window', window) })
  }

  /** So many tokens in any window, by an estimate from two windows of the clock. */
  static slidingWindow(tokens: number, window: WindowText): Limit {
    return slidingWindowCounter({ limit: tokens, window: windowMsOf('window', window) })
  }

  /** Up to `maxTokens` at once. `refillRate` of them come back in each interval, evenly: one by one, not all at its end. */
  static tokenBucket(refillRate: number, interval: WindowText, maxTokens: number): Limit {
    return tokenBucket({
      capacity: maxTokens,
      rate: { amount: refillRate, periodMs: windowMsOf('interval', interval) },
    })
  }

  /** Decides a request, and takes its tokens if it may pass. */
  limit = async (identifier: string, { rate = 1 }: RequestOptions = {}): Promise<RatelimitResponse> => {
    const key = this.#keyOf(identifier)
    const decision =
      rate < 0
        ? await this.#limiter.refund(key, { cost: -rate })
        : await this.#limiter.check(key, { cost: rate })
    return this.#responseTo(decision)
  }

  /** Waits until a request may pass and takes its token; after so many milliseconds, the last refusal is the answer. */
  blockUntilReady = async (identifier: string, timeout: number): Promise<RatelimitResponse> => {
    if (!(timeout > 0)) {
      throw new SluiceError('ERR_INVALID_OPTION', `timeout must be above 0 ms; found ${timeout}.`, {
        field: 'timeout',
        value: timeout,
      })
    }
    const deadline = Date.now() + timeout
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- again after each wait
      const response = await this.limit(identifier)
      if (response.success) return response
      const waitMs = Math.min(response.reset, deadline) - Date.now()
      // oxlint-disable-next-line no-await-in-loop -- the wait itself
      await new Promise<void>((resolve) => {
        runtimeTimers.start(resolve, waitMs > 0 ? waitMs : LOOK_AGAIN_MS)
      })
      if (Date.now() > deadline) return response
    }
  }

  /** Where a key stands; takes nothing. */
  getRemaining = async (identifier: string): Promise<Remaining> => {
    const decision = await this.#limiter.peek(this.#keyOf(identifier), { cost: 0 })
    const { limit, remaining, reset } = this.#responseTo(decision)
    return { remaining, reset, limit }
  }

  /** Gives a key all of its tokens. */
  resetUsedTokens = async (identifier: string): Promise<void> => {
    await this.#limiter.reset(this.#keyOf(identifier))
  }

  #keyOf(identifier: string): string {
    return `${this.#prefix}:${identifier}`
  }

  #responseTo(decision: LimitDecision): RatelimitResponse {
    const { allowed, limit, remaining, atMs, fallback } = decision
    const reset = wallDate(atMs, resetAfterMs(this.#limit, decision)).getTime()
    const response = { success: allowed, limit, remaining, reset, pending: Promise.resolve() }
    return fallback === undefined ? response : { ...response, reason: 'timeout' }
  }
}
