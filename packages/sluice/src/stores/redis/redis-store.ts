import { readClock, systemClock, type Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { checkCount, checkOptions, shown } from '../../limits/options.ts'
import { StoreGuard, type GuardOptions } from '../failure/store-guard.ts'
import type { Binding, BindOptions, NamedLimit, Store } from '../store.ts'
import { scriptingOf, type RedisClient } from './clients/scripting-of.ts'
import type { RedisScripting } from './clients/redis-scripting.ts'
import { limiterNames } from './limiter-name.ts'
import { RedisBinding, type Send } from './redis-binding.ts'
import { ShardQueue, type Sending } from './shard-queue.ts'
import { SharedLimit } from './wire/shared-limit.ts'

export interface RedisStoreOptions extends GuardOptions {
  /** What the name of every key begins with, without braces. Default `'sluice'`. */
  readonly prefix?: string
  /**
   * Over how many slots of a cluster the keys are spread, from 1 to 16,384. More spread the load evenly over many nodes,
   * fewer let more decisions share a call. Every process must say the same. Default 64 on a cluster, 1 elsewhere.
   */
  readonly shards?: number
  /**
   * Decides by this clock instead of the server's: for tests and replays, and for servers that do not tell scripts the
   * time. Processes that share limits must then agree on the time themselves.
   */
  readonly clock?: Clock
}

const OPTION_NAMES = ['prefix', 'shards', 'clock', 'deadlineMs', 'breaker']
const MOST_SHARDS = 16_384

/**
 * Shares limits through Redis or Valkey, on one server, behind Sentinel or on a cluster. Decisions are those of the store
 * in memory, made by a script in the server, by the server's clock, in one round trip.
 *
 * Make one store for each client, and each limiter once.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limiter = createLimiter({ name: 'login', store: redisStore(client), limit: slidingLog({ limit: 5, window: '15m' }) })
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): Store<'async'> {
  checkOptions('redisStore', options, OPTION_NAMES)
  const redis = scriptingOf(client)
  const { prefix = 'sluice', shards = redis.isCluster ? 64 : 1, clock } = options
  checkPrefix(prefix)
  if (checkCount('shards', shards) > MOST_SHARDS) throw tooManyShards(shards)
  return new RedisStore(redis, prefix, shards, clock, options)
}

class RedisStore implements Store<'async'> {
  readonly name = 'redis'
  readonly mode = 'async'
  readonly #guard: StoreGuard
  readonly #send: Send
  readonly #shards: number
  readonly #nameOf = limiterNames()

  constructor(
    redis: RedisScripting,
    prefix: string,
    shards: number,
    clock: Clock | undefined,
    options: GuardOptions,
  ) {
    this.#shards = shards
    const { deadlineMs = 50, breaker } = options
    this.#guard = new StoreGuard('redis', breaker === undefined ? { deadlineMs } : { deadlineMs, breaker })
    const elapsed = systemClock()
    const sending: Sending = {
      redis,
      deadlineMs,
      timeMs: () => (clock === undefined ? undefined : readClock(clock, Number.MAX_SAFE_INTEGER)),
      elapsedMs: () => elapsed.now(),
    }
    const queues = new Map<number, ShardQueue>()
    this.#send = (shard, request) => {
      let queue = queues.get(shard)
      if (queue === undefined) queues.set(shard, (queue = new ShardQueue(`${prefix}{${shard}}:`, sending)))
      return queue.send(request)
    }
  }

  bind(limits: readonly NamedLimit[], options: BindOptions): Binding<'async'> {
    const name = this.#nameOf(limits, options.name)
    const shared = limits.map(
      ({ name: limitName, limit }) =>
        new SharedLimit(`${name}/${limitName}/${limit.algorithm.name}`, limit, false),
    )
    const binding = new RedisBinding(shared, this.#send, this.#shards, options.countRefused)
    return this.#guard.guard(binding, limits, options)
  }
}

function checkPrefix(prefix: unknown): void {
  if (typeof prefix === 'string' && !/[{}]/.test(prefix)) return
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `prefix must be text without braces, which choose the slot of a cluster; found ${shown(prefix)}.`,
    { field: 'prefix', value: prefix },
  )
}

function tooManyShards(shards: number): SluiceError {
  return new SluiceError(
    'ERR_INVALID_NUMBER',
    `shards must be at most ${MOST_SHARDS}, the slots of a cluster; found ${shards}.`,
    { field: 'shards', value: shards },
  )
}
