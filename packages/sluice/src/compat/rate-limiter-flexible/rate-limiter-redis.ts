import { SluiceError } from '../../errors.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import type { Limiter } from '../../limiter/limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import { FlexibleLimiter } from './flexible-limiter.ts'
import type { CallOptions } from './options.ts'
import { RateLimiterRes } from './rate-limiter-res.ts'
import { storeOf } from './store-of-client.ts'
import type { RateLimiterStoreOptions } from './store-options.ts'

/**
 * `RateLimiterRedis` of rate-limiter-flexible over Sluice's store for Redis and Valkey. Keys are its own: the counts of
 * the original are not read.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`
 * @example
 * const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix: 'login', points: 5, duration: 60, blockDuration: 600 })
 */
export class RateLimiterRedis extends FlexibleLimiter {
  readonly blockOnConsumed: number
  readonly inMemoryBlockOnConsumed: number
  readonly inMemoryBlockDuration: number
  readonly insuranceLimiter: FlexibleLimiter | undefined
  /** Only its blocks are used. */
  readonly #refusedHere: Limiter

  constructor(options: RateLimiterStoreOptions) {
    super(options, {
      store: storeOf(options.storeClient),
      name: 'rate-limiter-flexible',
      onStoreFailure: 'deny',
    })
    const { blockOnConsumed = 0, inMemoryBlockOnConsumed = 0, insuranceLimiter } = options
    this.blockOnConsumed = atLeastPoints('blockOnConsumed', blockOnConsumed, this.points)
    this.inMemoryBlockOnConsumed = atLeastPoints(
      'inMemoryBlockOnConsumed',
      inMemoryBlockOnConsumed,
      this.points,
    )
    this.inMemoryBlockDuration = options.inMemoryBlockDuration ?? 0
    this.insuranceLimiter = insuranceLimiter
    if (insuranceLimiter !== undefined) {
      insuranceLimiter.blockDuration = this.blockDuration
      insuranceLimiter.execEvenly = this.execEvenly
    }
    const clock = options.clock && { clock: options.clock }
    this.#refusedHere = createLimiter({ limit: fixedWindow({ limit: 1, window: 1 }), ...clock })
  }

  override async consume(
    key: string | number,
    points = 1,
    options: CallOptions = {},
  ): Promise<RateLimiterRes> {
    if (this.inMemoryBlockOnConsumed > 0) {
      const { blocked, retryAfterMs } = this.#refusedHere.peek(this.getKey(key))
      // oxlint-disable-next-line typescript/only-throw-error -- the contract: a refusal is no error
      if (blocked) throw new RateLimiterRes(0, retryAfterMs)
    }
    return await super.consume(key, points, options)
  }

  override async delete(key: string | number): Promise<boolean> {
    this.#refusedHere.reset(this.getKey(key))
    return await super.delete(key)
  }

  /** Lets go of every key that this process refuses by itself. */
  deleteInMemoryBlockedAll(): void {
    this.#refusedHere.close()
  }

  protected override async answered<T>(
    ask: () => Promise<T>,
    insured: (insurer: FlexibleLimiter) => Promise<T>,
  ): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      const isStoreAway = error instanceof SluiceError && error.code.startsWith('ERR_STORE_')
      if (!isStoreAway || this.insuranceLimiter === undefined) throw error
      return await insured(this.insuranceLimiter)
    }
  }

  protected override blockedPoints(): number {
    return this.#blocksLate ? this.blockOnConsumed : super.blockedPoints()
  }

  protected override isFirstTooMany(consumed: number, points: number): boolean {
    if (!this.#blocksLate) return super.isFirstTooMany(consumed, points)
    return consumed >= this.blockOnConsumed && consumed - points < this.blockOnConsumed
  }

  protected override async judged(
    key: string | number,
    points: number,
    res: RateLimiterRes,
  ): Promise<RateLimiterRes> {
    const { inMemoryBlockOnConsumed: from, inMemoryBlockDuration: seconds } = this
    const hasOwnTime = seconds > 0
    const isRefused = res.consumedPoints > this.points
    const isDue = from > 0 && res.consumedPoints >= from && (isRefused || !hasOwnTime)
    if (!isDue) return await super.judged(key, points, res)
    if (hasOwnTime) {
      await this.blockIfDue(key, points, res)
      res.msBeforeNext = Math.ceil(seconds * 1000)
    }
    // What never ends is asked for again after a day.
    this.#refusedHere.block(this.getKey(key), res.msBeforeNext < 0 ? DAY_MS : res.msBeforeNext)
    // oxlint-disable-next-line typescript/only-throw-error -- the contract: a refusal is no error
    if (isRefused) throw res
    return res
  }

  get #blocksLate(): boolean {
    return this.blockOnConsumed > this.points
  }
}

const DAY_MS = 86_400_000

function atLeastPoints(field: string, value: number, points: number): number {
  if (!(value > 0) || value >= points) return value
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `${field} must be at least points, ${points}; found ${value}.`,
    {
      field,
      value,
    },
  )
}
