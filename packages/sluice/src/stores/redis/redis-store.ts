import { readClock, systemClock, type Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { checkCount, checkOptions, shown } from '../../limits/options.ts'
import { StoreGuard, type GuardOptions } from '../failure/store-guard.ts'
import { runtimeTimers } from '../failure/timers.ts'
import { LeaseBinding } from '../lease/lease-binding.ts'
import { comesBackWhileHeld, leasedLimit } from '../lease/leased-limit.ts'
import { RefusalBinding } from '../refusal-memory/refusal-binding.ts'
import { RefusalMemory } from '../refusal-memory/refusal-memory.ts'
import { refusalMemoryOptions, type RefusalMemoryOptions } from '../refusal-memory/refusal-options.ts'
import type { Binding, BindOptions, NamedLimit, Store } from '../store.ts'
import { clockStopwatch, machineStopwatch, type Stopwatch } from '../stopwatch.ts'
import { scriptingOf, type RedisClient } from './clients/scripting-of.ts'
import type { RedisScripting } from './clients/redis-scripting.ts'
import { limiterNames } from './limiter-name.ts'
import { Peers } from './peers.ts'
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
  /**
   * Refusals are repeated without a round trip until the same cost could pass; with `countRefused` they never are.
   * Default on, `{ maxKeys: 10_000, maxMs: 1000 }`; `false` asks the server every time.
   */
  readonly refusalMemory?: RefusalMemoryOptions | false
}

const OPTION_NAMES = ['prefix', 'shards', 'clock', 'deadlineMs', 'breaker', 'refusalMemory']
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
  return new RedisStore(
    redis,
    prefix,
    shards,
    clock,
    refusalMemoryOptions(options.refusalMemory ?? {}),
    options,
  )
}

class RedisStore implements Store<'async'> {
  readonly name = 'redis'
  readonly mode = 'async'
  readonly #guard: StoreGuard
  readonly #send: Send
  readonly #shards: number
  readonly #refusalMemory: Required<RefusalMemoryOptions> | undefined
  readonly #stopwatch: Stopwatch
  readonly #nameOf = limiterNames()

  constructor(
    redis: RedisScripting,
    prefix: string,
    shards: number,
    clock: Clock | undefined,
    refusalMemory: Required<RefusalMemoryOptions> | undefined,
    options: GuardOptions,
  ) {
    this.#shards = shards
    this.#refusalMemory = refusalMemory
    this.#stopwatch = clock === undefined ? machineStopwatch() : clockStopwatch(clock)
    const { deadlineMs = 50, breaker } = options
    const peers = new Peers(redis, prefix)
    this.#guard = new StoreGuard('redis', {
      deadlineMs,
      ...(breaker === undefined ? {} : { breaker }),
      peers: () => peers.count,
    })
    const elapsed = systemClock()
    const sending: Sending = {
      redis,
      deadlineMs,
      timeMs: () => (clock === undefined ? undefined : readClock(clock, Number.MAX_SAFE_INTEGER)),
      elapsedMs: () => elapsed.now(),
      beforeCall: (elapsedMs) => peers.beat(elapsedMs),
    }
    const queues = new Map<number, ShardQueue>()
    this.#send = (shard, request, asker) => {
      let queue = queues.get(shard)
      if (queue === undefined) queues.set(shard, (queue = new ShardQueue(`${prefix}{${shard}}:`, sending)))
      queue.ask(request, asker)
    }
  }

  /** From the inside out: deadline and breaker, leases, refusal memory, and what is answered without the store. */
  bind(limits: readonly NamedLimit[], options: BindOptions): Binding<'async'> {
    const { lease, countRefused } = options
    const name = this.#nameOf(limits, options.name)
    const shared = limits.map(({ name: limitName, limit }) => {
      const decided = lease === undefined ? limit : leasedLimit(limit, lease.ttlMs)
      const isHeldDown = lease !== undefined && comesBackWhileHeld(limit)
      return new SharedLimit(`${name}/${limitName}/${limit.algorithm.name}`, decided, isHeldDown)
    })
    const source = new RedisBinding(shared, this.#send, this.#shards, countRefused)
    const guarded = this.#guard.watch(source)
    const leased = lease === undefined ? undefined : this.#leased(source, guarded, shared, lease)
    const asked = leased ?? guarded
    const remembering = countRefused ? asked : this.#remembering(asked, limits.length)
    const binding = this.#guard.withFallback(remembering, limits, options)
    return Object.assign(binding, {
      under: (others: readonly NamedLimit[]) => this.#under(shared, others, options),
    })
  }

  /** Other limits for the same keys are neither leased nor remembered. */
  #under(
    shared: readonly SharedLimit[],
    others: readonly NamedLimit[],
    options: BindOptions,
  ): Binding<'async'> {
    const ttlMs = options.lease?.ttlMs
    const changed = shared.map((one, index) => {
      const { limit } = others[index] as NamedLimit
      return one.under(ttlMs === undefined ? limit : leasedLimit(limit, ttlMs))
    })
    const source = new RedisBinding(changed, this.#send, this.#shards, options.countRefused)
    return this.#guard.withFallbackUnder(this.#guard.watch(source), others, options)
  }

  #leased(
    source: RedisBinding,
    guarded: Binding<'async'>,
    shared: readonly SharedLimit[],
    lease: NonNullable<BindOptions['lease']>,
  ): LeaseBinding {
    return new LeaseBinding({
      limits: shared.map(({ limit }) => limit),
      source,
      guarded,
      ask: (question) => this.#guard.ask(question),
      stopwatch: this.#stopwatch,
      timers: runtimeTimers,
      ...lease,
      holder: randomHolder(),
    })
  }

  #remembering(binding: Binding<'async'>, limits: number): Binding<'async'> {
    const options = this.#refusalMemory
    if (options === undefined) return binding
    const memory = new RefusalMemory(options.maxKeys, limits)
    return new RefusalBinding(binding, memory, options.maxMs, this.#stopwatch)
  }
}

/** 53 random bits, which no other process has. */
function randomHolder(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return high * 2 ** 21 + (low >>> 11)
}

declare const crypto: { getRandomValues<T extends Uint32Array>(words: T): T }

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
