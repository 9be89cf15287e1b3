import type { Clock } from '../../clock.ts'
import { SluiceError } from '../../errors.ts'
import { createLimiter } from '../../limiter/create-limiter.ts'
import type { LimitDecision, Limiter } from '../../limiter/limiter.ts'
import { fixedWindow } from '../../limits/fixed-window.ts'
import type { Limit } from '../../limits/limit.ts'
import type { FailurePolicy } from '../../stores/failure/failure-policy.ts'
import type { Mode, Store } from '../../stores/store.ts'

/** Where hits are counted, and what holds while that place cannot be asked. */
export interface HitCounterOptions {
  /** Where the counts live. Default: in this process. */
  readonly store?: Store | undefined
  /** The clock of a store in this process. Default: the monotonic system clock. */
  readonly clock?: Clock | undefined
  /** The most keys that a store in this process remembers, when none is given. Default 1,000,000. */
  readonly maxKeys?: number | undefined
  /** The name under which a fleet shares the counts in a shared store; see `createLimiter`. */
  readonly name?: string | undefined
  /**
   * While a shared store is away: `'local'` (the default) counts every hit in this process as if its share of the fleet
   * had done the same, `'deny'` throws `ERR_STORE_UNAVAILABLE`, `'allow'` answers as for a client never seen.
   */
  readonly onStoreFailure?: FailurePolicy | undefined
  /** The share of this process under `'local'`; see `createLimiter`. */
  readonly localShare?: number | undefined
}

/** How often a key was hit in its window. */
export interface Hits {
  readonly total: number
  /** Milliseconds until the window ends; 0 if none is open. */
  readonly resetAfterMs: number
  /** When they were counted, by the clock of the store. */
  readonly atMs: number
}

type Answered<T> = T | Promise<T>

/** Far more than anybody sends, and a whole number everywhere. */
const MOST_HITS = 2 ** 50

/**
 * Counts hits in windows that start at a key's first one, those past every limit too: the state that other limiters keep.
 * It is a limiter whose limit nobody reaches, so what was used is what does not remain.
 */
export class HitCounter {
  readonly isShared: boolean
  readonly #windowMs: number
  readonly #limiter: Limiter<Mode>

  /** @throws SluiceError `ERR_INVALID_DURATION` and what `createLimiter` throws */
  constructor(windowMs: number, options: HitCounterOptions = {}) {
    const { store, clock, maxKeys, name, onStoreFailure, localShare } = options
    this.#windowMs = windowMs
    this.isShared = store?.mode === 'async'
    this.#limiter = createLimiter<Mode>({
      limit: windowOf(windowMs),
      ...(store && { store }),
      ...(clock && { clock }),
      ...(maxKeys !== undefined && { maxKeys }),
      ...(name !== undefined && { name }),
      ...(onStoreFailure && { onStoreFailure }),
      ...(localShare !== undefined && { localShare }),
    })
  }

  /** Counts hits. A window that they open lasts for `windowMs`, by default that of the counter. */
  hit(key: string, hits = 1, windowMs: number = this.#windowMs): Answered<Hits> {
    return then(this.#of(windowMs).check(key, { cost: hits }), hitsOf)
  }

  /** Where a key stands; changes nothing. */
  look(key: string): Answered<Hits> {
    return then(this.#limiter.peek(key, { cost: 0 }), hitsOf)
  }

  /** Takes hits back, as far as the window that is open has so many. */
  takeBack(key: string, hits = 1): Answered<Hits> {
    return then(this.#limiter.refund(key, { cost: hits }), hitsOf)
  }

  /** Forgets a key, so that its next hit opens a window. */
  forget(key: string): Answered<void> {
    return this.#limiter.reset(key)
  }

  /**
   * Forgets the key and opens a window with so many hits at once. Both steps are asked for in one turn, so that a shared
   * store gets them in one call, one after the other.
   */
  restart(key: string, hits: number, windowMs: number): Answered<Hits> {
    const forgotten = this.forget(key)
    const counted = this.hit(key, hits, windowMs)
    return forgotten instanceof Promise ? forgotten.then(() => counted) : counted
  }

  /**
   * Forgets every key.
   *
   * @throws SluiceError `ERR_NOT_SUPPORTED` if a fleet shares them
   */
  forgetAll(): void {
    if (this.isShared) {
      throw new SluiceError('ERR_NOT_SUPPORTED', 'A shared store does not list the keys of one limiter.', {
        field: 'store',
      })
    }
    void this.#limiter.close()
  }

  #of(windowMs: number): Limiter<Mode> {
    return windowMs === this.#windowMs ? this.#limiter : this.#limiter.under(windowOf(windowMs))
  }
}

function windowOf(windowMs: number): Limit {
  // Limiters that count by floats take fractions; rounded up, no window is shorter than it was written.
  return fixedWindow({ limit: MOST_HITS, window: Math.ceil(windowMs), align: 'first-request' })
}

function hitsOf({ limit, remaining, resetAfterMs, atMs, fallback }: LimitDecision): Hits {
  if (fallback === 'deny') {
    throw new SluiceError('ERR_STORE_UNAVAILABLE', 'The shared store did not answer, and no hit was counted.')
  }
  const share = limit / MOST_HITS
  // A process that has half of the limit counts each hit twice. The millionth makes up for the limit being cut to a whole.
  const total = Math.max(0, Math.ceil((limit - remaining) / share - 1e-6))
  return { total, resetAfterMs, atMs }
}

function then<T, U>(answer: Answered<T>, next: (value: T) => U): Answered<U> {
  return answer instanceof Promise ? answer.then(next) : next(answer)
}
