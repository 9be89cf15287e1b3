import type { Clock } from '../../clock.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import type { LimitDecision, Limiter } from '../../limiter/limiter.ts'
import { joinKey } from '../../limits/key.ts'
import type { Limit } from '../../limits/limit.ts'
import { slidingLog } from '../../limits/sliding-log.ts'
import type { FailurePolicy } from '../../stores/failure/failure-policy.ts'
import type { Mode, Store } from '../../stores/store.ts'

/** What the guard of @nestjs/throttler is told of a request. Times are whole seconds, rounded up. */
export interface NestThrottlerRecord {
  readonly totalHits: number
  /** Until the next unit comes back. */
  readonly timeToExpire: number
  readonly isBlocked: boolean
  /** Until a refused client may come again; 0 if it was not refused. */
  readonly timeToBlockExpire: number
}

export interface NestThrottlerStorageOptions {
  /** Where state lives. Default: in this process. */
  readonly store?: Store | undefined
  /** The clock of a store in this process. Default: the monotonic system clock. */
  readonly clock?: Clock | undefined
  /** The name under which a fleet shares the limits in a shared store. Default `'nest-throttler'`. */
  readonly name?: string | undefined
  /** What is answered while a shared store is away; see `createLimiter`. */
  readonly onStoreFailure?: FailurePolicy | undefined
  /**
   * The limit for a throttler's `limit` (1 or more) and `ttl`, of one algorithm for all. Default: a sliding log, which
   * decides as Nest's own storage does; `gcra` takes less memory where limits are high.
   */
  readonly limitFor?: ((limit: number, ttlMs: number) => Limit) | undefined
}

const SOME_TTL_MS = 60_000

/**
 * The engine as the `storage` of @nestjs/throttler 6. A whole application moves by this one object: every named throttler,
 * limits and times that change with the request, and blocks.
 *
 * @example
 * ThrottlerModule.forRoot({ throttlers: [{ limit: 10, ttl: 60_000 }], storage: new NestThrottlerStorage() })
 */
export class NestThrottlerStorage {
  readonly #limiter: Limiter<Mode>
  readonly #limitFor: (limit: number, ttlMs: number) => Limit
  readonly #isShared: boolean

  /** @throws SluiceError what `createLimiter` throws */
  constructor(options: NestThrottlerStorageOptions = {}) {
    const { store, clock, name = 'nest-throttler', onStoreFailure, limitFor = slidingLogOf } = options
    this.#limitFor = limitFor
    this.#isShared = store?.mode === 'async'
    this.#limiter = createLimiter<Mode>({
      limit: limitFor(1, SOME_TTL_MS),
      name,
      ...(store && { store }),
      ...(clock && { clock }),
      ...(onStoreFailure && { onStoreFailure }),
    })
  }

  /** Counts a request. `ttl` and `blockDuration` are milliseconds. A refused request uses nothing, and starts a block. */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName: string,
  ): Promise<NestThrottlerRecord> {
    if (!(limit >= 1)) return refusedAlways(ttl, blockDuration)
    const whose = joinKey(throttlerName, key)
    const limiter = this.#limiter.under(this.#limitFor(Math.floor(limit), Math.max(1, Math.ceil(ttl))))
    const decision = await limiter.check(whose)
    if (decision.allowed) return passed(decision)
    // What was refused without the store cannot be blocked there.
    const isBlockDue = blockDuration > 0 && !decision.blocked && decision.fallback === undefined
    if (!isBlockDue) return refused(decision, decision.retryAfterMs)
    // A block that is over leaves a client like one never seen. Asked for in one turn, so that nothing comes between.
    await Promise.all([limiter.reset(whose), limiter.block(whose, Math.ceil(blockDuration))])
    return refused(decision, blockDuration)
  }

  /** Called by Nest. A client library is closed by who opened it. */
  onApplicationShutdown(): void {
    if (!this.#isShared) void this.#limiter.close()
  }
}

function slidingLogOf(limit: number, ttlMs: number): Limit {
  return slidingLog({ limit, window: ttlMs })
}

function passed({ limit, remaining, replenishAfterMs }: LimitDecision): NestThrottlerRecord {
  return {
    totalHits: limit - remaining,
    timeToExpire: seconds(replenishAfterMs),
    isBlocked: false,
    timeToBlockExpire: 0,
  }
}

function refused({ limit, replenishAfterMs }: LimitDecision, waitMs: number): NestThrottlerRecord {
  return {
    totalHits: limit + 1,
    timeToExpire: seconds(replenishAfterMs),
    isBlocked: true,
    timeToBlockExpire: seconds(waitMs),
  }
}

function refusedAlways(ttlMs: number, blockMs: number): NestThrottlerRecord {
  const waitMs = blockMs > 0 ? blockMs : ttlMs
  return { totalHits: 1, timeToExpire: seconds(ttlMs), isBlocked: true, timeToBlockExpire: seconds(waitMs) }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
