import { systemClock, type Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { checkCount, checkOptions, shown } from '../../limits/options.ts'
import { parseShare, type Share } from '../../limits/share.ts'
import type { Asker } from '../asker.ts'
import type { Binding, BindOptions, NamedLimit } from '../store.ts'
import { CircuitBreaker, NO_PERMIT, type BreakerPhase } from './circuit-breaker.ts'
import { Deadline } from './deadline.ts'
import { FallbackBinding } from './fallback-binding.ts'
import type { Fallback } from './fallback.ts'
import { allowFallback, denyFallback } from './fixed-fallback.ts'
import { GuardedBinding } from './guarded-binding.ts'
import { LocalFallback } from './local-fallback.ts'
import { storeFault } from './store-fault.ts'
import { runtimeTimers, type Timers } from './timers.ts'

/** When a store that fails is no longer asked, and when it is asked again. All are whole numbers of at least 1. */
export interface BreakerOptions {
  /** Attempts in a row that must fail. Default 3. */
  readonly failures?: number
  /** The first wait until a probe, in milliseconds; the time is drawn from its second half. Default 200. */
  readonly openMs?: number
  /** The longest wait until a probe, in milliseconds; waits double up to it. Default 5000. */
  readonly maxOpenMs?: number
}

/** What the options of every shared store have in common. */
export interface GuardOptions {
  /** The longest that a call may wait for the store, in whole milliseconds of at least 1. Default 50. */
  readonly deadlineMs?: number
  readonly breaker?: BreakerOptions
}

/** What a store, or a test, gives its guard besides. */
export interface GuardParts extends GuardOptions {
  /** How many processes share the limits, this one included, as far as it is known. */
  readonly peers?: () => number | undefined
  readonly clock?: Clock
  /** From 0 up to 1, like `Math.random`. */
  readonly random?: () => number
  readonly timers?: Timers
}

/** How a store fares. */
export interface StoreHealth {
  readonly phase: BreakerPhase
  /** Calls that wait for its answer. */
  readonly pending: number
}

interface Watcher {
  readonly fallback: Fallback
  readonly options: BindOptions
}

/**
 * Keeps the requests of one store from hanging on it. One deadline and one circuit breaker for the store, one policy for
 * each limiter.
 */
export class StoreGuard {
  readonly #store: string
  readonly #breaker: CircuitBreaker
  readonly #deadline: Deadline
  readonly #askPeers: () => number | undefined
  readonly #watchers = new Set<Watcher>()
  #share: Share = { parts: 1, of: 1 }

  /** @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER` */
  constructor(store: string, parts: GuardParts = {}) {
    const { clock = systemClock(), random = Math.random, timers = runtimeTimers } = parts
    const { deadlineMs = 50, breaker = {}, peers = () => undefined } = parts
    this.#store = store
    this.#askPeers = peers
    this.#breaker = new CircuitBreaker(store, breakerNumbers(breaker), clock, random, {
      opened: (error) => this.#tell((limiter) => ({ type: 'error', limiter, store, error })),
      recovered: (downMs) => this.#tell((limiter) => ({ type: 'recovered', limiter, store, downMs })),
      // Not before: what the store cannot take at first, or if it fails again, goes on where it was.
      closed: () => {
        for (const { fallback } of this.#watchers) fallback.drop()
      },
    })
    this.#deadline = new Deadline(store, checkCount('deadlineMs', deadlineMs), clock, timers, {
      answered: (permit) => this.#breaker.succeeded(permit),
      failed: (permit, thrown) => this.#failed(permit, thrown),
    })
  }

  /** A binding in whose place another answers by the limiter's policy, within the deadline. */
  guard(binding: Binding<'async'>, limits: readonly NamedLimit[], options: BindOptions): Binding<'async'> {
    return this.withFallback(this.watch(binding), limits, options)
  }

  /** A binding that answers within the deadline, or rejects with the fault of the store. */
  watch(binding: Binding<'async'>): Binding<'async'> {
    return new GuardedBinding(binding, this)
  }

  /**
   * A binding that answers by the limiter's policy where the given one rejects with a fault of the store. Layers that
   * answer without the store go between this and `watch`: what they answer must not pass for a sign of life.
   */
  withFallback(
    binding: Binding<'async'>,
    limits: readonly NamedLimit[],
    options: BindOptions,
  ): Binding<'async'> {
    const watcher = { fallback: this.#fallback(limits, options), options }
    this.#watchers.add(watcher)
    return new FallbackBinding(binding, watcher.fallback, options, () => this.#watchers.delete(watcher))
  }

  /** The same for a limiter's keys under other limits: the limiter itself is told how the store fares. */
  withFallbackUnder(
    binding: Binding<'async'>,
    limits: readonly NamedLimit[],
    options: BindOptions,
  ): Binding<'async'> {
    return new FallbackBinding(binding, this.#fallback(limits, options), options, () => {})
  }

  /** Asks the store anything within the deadline, if the breaker lets it; rejects with a fault of the store. */
  ask<T>(question: () => Promise<T>): Promise<T> {
    const permit = this.#breaker.enter()
    if (permit === NO_PERMIT) return Promise.reject(this.#breaker.refusal())
    try {
      return this.#deadline.run(permit, question())
    } catch (thrown) {
      return Promise.reject(this.#failed(permit, thrown))
    }
  }

  /** The same for a question whose answer is told. */
  askFor<T>(asker: Asker<T>, question: (within: Asker<T>) => void): void {
    const permit = this.#breaker.enter()
    if (permit === NO_PERMIT) return asker.failed(this.#breaker.refusal())
    const within = this.#deadline.watch(permit, asker)
    try {
      question(within)
    } catch (thrown) {
      within.failed(thrown)
    }
  }

  health(): StoreHealth {
    return { phase: this.#breaker.phase, pending: this.#deadline.pending }
  }

  #failed(permit: number, thrown: unknown): unknown {
    const fault = storeFault(this.#store, thrown)
    if (fault === undefined) this.#breaker.abandoned(permit)
    else this.#breaker.failed(permit, fault)
    return fault ?? thrown
  }

  #fallback(limits: readonly NamedLimit[], options: BindOptions): Fallback {
    const waitMs = () => this.#breaker.waitMs()
    switch (options.onStoreFailure) {
      case 'allow':
        return allowFallback(limits, options.clock)
      case 'deny':
        return denyFallback(limits, options.clock, waitMs)
      case 'local':
        return new LocalFallback(limits, options, this.#shareFor(options.localShare), waitMs)
    }
  }

  #shareFor(localShare: number | undefined): () => Share {
    if (localShare === undefined) return () => this.#shareOfPeers()
    const share = parseShare('localShare', localShare)
    return () => share
  }

  /** The last number of peers that was known: while the store is away it cannot be asked. */
  #shareOfPeers(): Share {
    const peers = this.#askPeers()
    if (peers !== undefined && Number.isSafeInteger(peers) && peers >= 1)
      this.#share = { parts: 1, of: peers }
    return this.#share
  }

  #tell(event: (limiter: string | undefined) => Parameters<BindOptions['emit']>[0]): void {
    for (const { options } of this.#watchers) options.emit(event(options.name))
  }
}

function breakerNumbers(options: BreakerOptions): Required<BreakerOptions> {
  checkOptions('breaker', options, ['failures', 'openMs', 'maxOpenMs'])
  const { failures = 3, openMs = 200, maxOpenMs = Math.max(5000, openMs) } = options
  checkCount('breaker.failures', failures)
  checkCount('breaker.openMs', openMs)
  checkCount('breaker.maxOpenMs', maxOpenMs)
  if (maxOpenMs >= openMs) return { failures, openMs, maxOpenMs }
  throw new SluiceError(
    'ERR_INVALID_OPTION',
    `breaker.maxOpenMs must be at least breaker.openMs, which is ${openMs}; found ${shown(maxOpenMs)}.`,
    { field: 'breaker.maxOpenMs', value: maxOpenMs },
  )
}
