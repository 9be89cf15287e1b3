import type { Limit } from '../limits/limit.ts'
import type { EventName, LimiterEvents } from '../events.ts'
import type { Duration } from '../limits/duration.ts'
import type { Keys } from '../limits/key.ts'
import type { SeveralDecision } from '../limits/several.ts'
import type { FailurePolicy } from '../stores/failure/failure-policy.ts'
import type { Answer, LimitStats, Mode, OneVerdict } from '../stores/store.ts'

/** The answer of a limiter with one limit. */
export interface LimitDecision extends OneVerdict {}

/** The answer of a limiter with several limits. */
export interface LimitsDecision extends SeveralDecision, OneVerdict {}

/** A decision about an estimated cost, to be settled once the real cost is known. */
export type Reservation<D> = D & {
  /** The key of each limit, in their order. */
  readonly keys: readonly string[]
  /** The estimate, which was charged if the reservation is allowed. */
  readonly cost: number
}

/** How much a store holds for a limiter. */
export interface LimiterStats {
  /** Keys under all limits; one key under two limits counts twice. */
  readonly keys: number
  /** Bytes of memory for them, slack included. */
  readonly bytes: number
  /** Keys that gave way to others because `maxKeys` was reached. */
  readonly evictions: number
  readonly limits: Readonly<Record<string, LimitStats>>
}

export interface CostOption {
  /** Units that the request uses: a whole number from 0 to 2^53 - 1. Default 1. */
  readonly cost?: number
}

export interface CheckOptions extends CostOption {
  /**
   * `'shadow'` for a limit on trial, whose caller lets the request pass whatever is decided: a refusal is then told as
   * `shadow-refused` instead of `refused`. What is decided and charged is the same. Default `'enforce'`.
   */
  readonly mode?: 'enforce' | 'shadow'
}

export interface RefundOptions extends CostOption {
  /**
   * `atMs` of the decision that charged the units. Where windows are counted, units of a window that is over are not
   * given back a second time. Without it the units count as charged last.
   */
  readonly atMs?: number
  /**
   * `fallback` of the decision that charged the units. A shared store that did not charge them gives none back, so
   * that a refund after an outage never makes units. `settle` sees to it by itself.
   */
  readonly fallback?: FailurePolicy
}

/**
 * Decides who may pass. With a store in memory every verb answers at once; with a shared one it returns a promise.
 *
 * Every verb throws (or rejects with) a `SluiceError`: `ERR_INVALID_KEY` for a key that is no string,
 * `ERR_INVALID_COST` for a cost that is no whole number, `ERR_INVALID_CLOCK` if the clock gives no usable time.
 */
export interface Limiter<M extends Mode = 'sync', D extends LimitDecision = LimitDecision> {
  /** The name that it was made with, if any; events tell it. */
  readonly name: string | undefined
  /** The limiter that holds the keys and tells the events: itself, or the one that `under` was called on. */
  readonly origin: Limiter<M, D>
  /** What it decides by: each limit by its name, which is `limit` for the one of a limiter without names. */
  readonly limits: Readonly<Record<string, Limit>>
  /** Decides a request and charges it if it passes. A refusal changes nothing, unless refusals are counted. */
  check(keys: Keys, options?: CheckOptions): Answer<M, D>
  /** Says what a check would say now, with the allowance as it stands. Changes nothing. */
  peek(keys: Keys, options?: CostOption): Answer<M, D>
  /** Decides a request by an estimate of its cost. Settle the reservation once the real cost is known. */
  reserve(keys: Keys, options?: CheckOptions): Answer<M, Reservation<D>>
  /**
   * Corrects a reservation to its real cost, once. A lower cost gives the rest back, as `refund` does; a higher one is
   * charged now even if it does not fit, and the debt must be earned back. Returns where the key then stands.
   *
   * @throws SluiceError `ERR_RESERVATION_REFUSED` if the reservation was refused, `ERR_RESERVATION_SETTLED` the second time
   */
  settle(reservation: Reservation<D>, cost: number): Answer<M, D>
  /** Gives units back, never above a full allowance, and returns where the key then stands. */
  refund(keys: Keys, options?: RefundOptions): Answer<M, D>
  /** Refuses a key for a time from now, whatever its allowance. Replaces an earlier block; 0 lifts it. */
  block(keys: Keys, duration: Duration): Answer<M, void>
  /**
   * The same keys under another limit of the same algorithm (or some of several, by name): one that a plan gives, or new
   * numbers for a limit in use. What has been used stays used, also by requests that were decided under the other limit.
   * Keep no reference: asking again is cheap.
   *
   * @throws SluiceError `ERR_INVALID_OPTION` if the algorithm is another one, `ERR_NOT_SUPPORTED` by a store that cannot
   * @example
   * limiter.under(fixedWindow({ limit: 1000, window: '1m' })).check('customer:7')
   */
  under(limits: Limit | Readonly<Record<string, Limit>>): Limiter<M, D>
  /** Forgets a key, its debts and its block. */
  reset(keys: Keys): Answer<M, void>
  /**
   * How much the store holds for this limiter, in all and for each limit by its name (`limit` where there is one).
   *
   * @throws SluiceError `ERR_NOT_SUPPORTED` by stores other than memory, as do `dump` and `restore`
   */
  stats(): Answer<M, LimiterStats>
  /**
   * All state as bytes, so that a restart does not hand everybody a full allowance. They hold no key, only seeded
   * fingerprints and their seed. Times in them are those of the clock.
   */
  dump(): Answer<M, Uint8Array>
  /**
   * Puts what `dump` gave in the place of all that is here. The limits must be the same, and the clock must go on from
   * about where it was.
   *
   * @throws SluiceError `ERR_DAMAGED_DUMP`, `ERR_DUMP_MISMATCH`; nothing has then changed
   */
  restore(dump: Uint8Array): Answer<M, void>
  /** Lets go of what the store holds for this limiter. In memory that is every key; there is no timer to stop. */
  close(): Answer<M, void>
  /**
   * Calls the listener for every event of that name, until the function that it returns is called. It is called before
   * the decision is handed out; what it throws or rejects with is dropped.
   *
   * - `decision`: a request was decided by `check` or `reserve`
   * - `refused`: so, and it was refused
   * - `shadow-refused`: so, and it would have been refused, but was decided with the mode `'shadow'`
   * - `fallback`: an answer was given without the shared store, by `onStoreFailure`
   * - `error`, `recovered`: the shared store is no longer asked; it decides again. Once for each change
   *
   * @throws SluiceError `ERR_INVALID_OPTION` for a name that is none of these, or a listener that is no function
   */
  on<Name extends EventName>(name: Name, listener: (event: LimiterEvents<D>[Name]) => unknown): () => void
}
