import { systemClock, type Clock } from '../clock.ts'
import { SluiceError } from '../errors.ts'
import { LimiterEmitter, type StoreEvent } from '../events.ts'
import { checkLimit, type Limit } from '../limits/limit.ts'
import { checkOptions, shown } from '../limits/options.ts'
import type { FailurePolicy } from '../stores/failure/failure-policy.ts'
import { memoryStore } from '../stores/memory/memory-store.ts'
import type { Mode, NamedLimit, Store } from '../stores/store.ts'
import { BoundLimiter } from './bound-limiter.ts'
import { leaseOption, type LeaseOptions } from './lease-options.ts'
import type { LimitDecision, Limiter, LimitsDecision } from './limiter.ts'
import { failureOptions, nameOption } from './shared-options.ts'

interface CommonOptions<M extends Mode> {
  /** Where state lives. Default: in this process. */
  readonly store?: Store<M>
  /** The clock of a store in this process. Default: the monotonic system clock. */
  readonly clock?: Clock
  /**
   * Whether a refused request uses allowance too, against guessing attacks. It then counts as if it had passed, but
   * never takes a key below an empty allowance: a client gets in again once it has kept quiet for `retryAfterMs`.
   * Default false.
   */
  readonly countRefused?: boolean
  /**
   * Whether `check` gives the same object every time, overwritten by the next call, so that it allocates nothing. For
   * one limit in memory, where a decision is read at once and not kept. Default false: every decision is your own.
   */
  readonly reuseDecision?: boolean
  /** The most keys that each limit remembers in this process; see `memoryStore`. Not with `store`. */
  readonly maxKeys?: number
  /**
   * The name under which a fleet shares this limiter in a shared store, and which events tell: 1 to 100 letters,
   * digits and `. _ : / -`. Without it a shared store makes one from the limits, so two limiters with the same limits
   * share their keys there.
   */
  readonly name?: string
  /**
   * What is answered while a shared store is down or slow. `'local'` (the default) decides by a share of the limit in
   * this process, `'deny'` refuses, `'allow'` lets everything pass. A store in memory does not fail.
   */
  readonly onStoreFailure?: FailurePolicy
  /**
   * The share of every limit that this process decides by itself under `'local'`: above 0, at most 1. Default: 1 divided
   * by the number of processes that were last seen to share the store, or 1 where that is not known.
   */
  readonly localShare?: number
  /**
   * Lets this process take units of a key from a shared store in advance and spend them without a round trip. What it
   * holds counts as used, so the fleet still passes no more than the limit. For keys that are used many times a second;
   * say it in every process that shares the limiter, or in none. Not with a leaky bucket or `countRefused`.
   */
  readonly lease?: LeaseOptions
}

const OPTION_NAMES = [
  'limit',
  'limits',
  'store',
  'clock',
  'countRefused',
  'reuseDecision',
  'maxKeys',
  'name',
  'onStoreFailure',
  'localShare',
  'lease',
]

/** Options of a limiter with one limit. */
export interface LimitOptions<M extends Mode> extends CommonOptions<M> {
  readonly limit: Limit
  readonly limits?: undefined
}

/** Options of a limiter with several limits, by name. They are one decision: all are charged, or none is. */
export interface LimitsOptions<M extends Mode> extends CommonOptions<M> {
  readonly limits: Readonly<Record<string, Limit>>
  readonly limit?: undefined
}

/**
 * Makes a limiter from one limit, or from several that are decided together.
 *
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const limiter = createLimiter({ limit: tokenBucket({ capacity: 20, rate: '5/s' }) })
 * const { allowed, retryAfterMs } = limiter.check('user:81', { cost: 3 })
 */
export function createLimiter<M extends Mode = 'sync'>(options: LimitOptions<M>): Limiter<M>
export function createLimiter<M extends Mode = 'sync'>(options: LimitsOptions<M>): Limiter<M, LimitsDecision>
export function createLimiter<M extends Mode = 'sync'>(
  options: LimitOptions<M> | LimitsOptions<M>,
): Limiter<M, LimitDecision | LimitsDecision> {
  checkOptions('createLimiter', options, OPTION_NAMES)
  const limits = namedLimits(options)
  const store = storeOf(options)
  const emitter = new LimiterEmitter<LimitDecision | LimitsDecision>()
  const named = nameOption(options.name)
  const countRefused = flagOf('countRefused', options.countRefused)
  const binding = store.bind(limits, {
    clock: clockOf(options.clock),
    countRefused,
    reuseDecision: flagOf('reuseDecision', options.reuseDecision),
    ...named,
    ...failureOptions(options),
    ...leaseOption(options.lease, { store, limits, countRefused }),
    emit: (event: StoreEvent) => emitter.emit(event),
  })
  return new BoundLimiter<M>(binding, limits, options.limit !== undefined, named.name, emitter)
}

function namedLimits(options: LimitOptions<Mode> | LimitsOptions<Mode>): readonly NamedLimit[] {
  if ((options.limit === undefined) === (options.limits === undefined)) {
    const found = options.limit === undefined ? 'neither' : 'both'
    throw new SluiceError(
      'ERR_INVALID_OPTION',
      `createLimiter takes exactly one of limit and limits; found ${found}.`,
      {
        field: 'limit',
        value: options.limit,
      },
    )
  }
  if (options.limit !== undefined) return [{ name: 'limit', limit: checkLimit('limit', options.limit) }]
  const entries = Object.entries(options.limits ?? {})
  if (entries.length > 0)
    return entries.map(([name, limit]) => ({ name, limit: checkLimit(`limits.${name}`, limit) }))
  throw new SluiceError('ERR_INVALID_OPTION', 'limits must hold at least one limit by name; found none.', {
    field: 'limits',
    value: options.limits,
  })
}

function storeOf<M extends Mode>(options: CommonOptions<M>): Store<M> {
  const { store, maxKeys } = options
  // Without a store the mode is sync, which the overloads say and this cannot see.
  if (store === undefined) return memoryStore(maxKeys === undefined ? {} : { maxKeys }) as unknown as Store<M>
  if (maxKeys !== undefined) {
    throw new SluiceError('ERR_INVALID_OPTION', 'maxKeys does not go with store; give it to memoryStore.', {
      field: 'maxKeys',
      value: maxKeys,
    })
  }
  if (typeof store?.bind === 'function') return store
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `store must be a store such as memoryStore(); found ${shown(store)}.`,
    {
      field: 'store',
      value: store,
    },
  )
}

function clockOf(clock: Clock | undefined): Clock {
  if (clock === undefined) return systemClock()
  if (typeof clock?.now === 'function') return clock
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `clock must have now(), in milliseconds; found ${shown(clock)}.`,
    {
      field: 'clock',
      value: clock,
    },
  )
}

function flagOf(field: string, value: unknown): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false
  throw new SluiceError('ERR_INVALID_OPTION', `${field} must be true or false; found ${shown(value)}.`, {
    field,
    value,
  })
}
