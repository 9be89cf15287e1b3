import { runtimeTimers } from '../../stores/failure/timers.ts'
import type { ConsumingLimiter } from './limiter-contract.ts'
import { RateLimiterRes } from './rate-limiter-res.ts'

/** Why a queue did not wait for points, or no longer. */
export class RateLimiterQueueError extends Error {
  override readonly name: string = 'RateLimiterQueueError'
}

export interface RateLimiterQueueOptions {
  /** How many requests of a key may wait. Default 4,294,967,295. */
  readonly maxQueueSize?: number
}

interface Waiting {
  readonly tokens: number
  /** In seconds since 1970; 0 if it waits for as long as it takes. */
  readonly expiresUnixAt: number
  readonly resolve: (remaining: number) => void
  readonly reject: (reason: unknown) => void
}

const MOST_WAITING = 4_294_967_295
const DEFAULT_KEY = 'limiter'

/** Points that never come back by themselves may be given back. */
const LOOK_EVERY_MS = 1000

/** `RateLimiterQueue` of rate-limiter-flexible: requests that find no points wait for them, one behind the other. */
export class RateLimiterQueue {
  readonly #limiter: ConsumingLimiter
  readonly #maxQueueSize: number
  /** Only of keys that somebody waits for. */
  readonly #queues = new Map<string | number, Waiting[]>()

  constructor(limiterFlexible: ConsumingLimiter, options: RateLimiterQueueOptions = {}) {
    this.#limiter = limiterFlexible
    this.#maxQueueSize = options.maxQueueSize ?? MOST_WAITING
  }

  /** How many points are left; all of them if the store does not say. */
  async getTokensRemaining(key: string | number = DEFAULT_KEY): Promise<number> {
    try {
      const res = await this.#limiter.get(key)
      return res?.remainingPoints ?? this.#limiter.points
    } catch {
      return this.#limiter.points
    }
  }

  /**
   * Takes points, at once or as soon as there are so many, and resolves with how many are left. Rejects with a
   * `RateLimiterQueueError` if there never are so many, too many wait already, or `expiresUnixAt` (seconds since 1970) has
   * come; and with what the limiter throws.
   */
  async removeTokens(tokens: number, key: string | number = DEFAULT_KEY, expiresUnixAt = 0): Promise<number> {
    const { points } = this.#limiter
    if (tokens > points)
      throw new RateLimiterQueueError(`There are never ${tokens} tokens, as the limit is ${points}.`)
    const waiting = this.#queues.get(key)
    if (waiting !== undefined) return await this.#wait(waiting, tokens, expiresUnixAt)
    try {
      const { remainingPoints } = await this.#limiter.consume(key, tokens)
      return remainingPoints
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return await this.#waitAtEnd(key, tokens, expiresUnixAt, refusal.msBeforeNext)
    }
  }

  async #waitAtEnd(
    key: string | number,
    tokens: number,
    expiresUnixAt: number,
    waitMs: number,
  ): Promise<number> {
    const known = this.#queues.get(key)
    if (known !== undefined) return await this.#wait(known, tokens, expiresUnixAt)
    const queue: Waiting[] = []
    const answer = this.#wait(queue, tokens, expiresUnixAt)
    if (queue.length > 0) {
      this.#queues.set(key, queue)
      this.#comeBack(key, queue, waitMs)
    }
    return await answer
  }

  #wait(queue: Waiting[], tokens: number, expiresUnixAt: number): Promise<number> {
    return new Promise((resolve, reject) => {
      if (queue.length < this.#maxQueueSize) queue.push({ tokens, expiresUnixAt, resolve, reject })
      else reject(new RateLimiterQueueError(`As many requests as may, ${this.#maxQueueSize}, are waiting.`))
    })
  }

  /** Serves those who wait in their order, and comes back when the first of them has to wait on. */
  async #serve(key: string | number, queue: Waiting[]): Promise<void> {
    turnAwayLate(queue)
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each waits for those before it
        const { remainingPoints } = await this.#limiter.consume(key, first.tokens)
        first.resolve(remainingPoints)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return this.#comeBack(key, queue, refusal.msBeforeNext)
        first.reject(refusal)
      }
      queue.shift()
    }
    this.#queues.delete(key)
  }

  #comeBack(key: string | number, queue: Waiting[], waitMs: number): void {
    runtimeTimers.start(() => void this.#serve(key, queue), waitMs < 0 ? LOOK_EVERY_MS : waitMs)
  }
}

function turnAwayLate(queue: Waiting[]): void {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const isLate = ({ expiresUnixAt }: Waiting) => expiresUnixAt > 0 && nowSeconds >= expiresUnixAt
  for (const { reject } of queue.filter(isLate)) {
    reject(new RateLimiterQueueError('The time to wait for tokens is over.'))
  }
  queue.splice(0, queue.length, ...queue.filter((waiting) => !isLate(waiting)))
}
