/**
 * What a store is: the place where the state of keys lives, and the one that decides. A limiter binds its limits to a
 * store once; from then on the store answers for those limits with the decisions that the algorithms define.
 */
import type { Decision } from '../algorithms/transition.ts'
import type { Clock } from '../clock.ts'
import type { StoreEvent } from '../events.ts'
import type { Limit } from '../limits/limit.ts'
import type { Asker } from './asker.ts'
import type { FailurePolicy } from './failure/failure-policy.ts'

/** How a store answers: at once, or with a promise. */
export type Mode = 'sync' | 'async'

/** An answer in the store's mode. */
export type Answer<M extends Mode, T> = M extends 'sync' ? T : Promise<T>

/** A limit with the name it has within its limiter. */
export interface NamedLimit {
  readonly name: string
  readonly limit: Limit
}

export interface BindOptions {
  /** The clock of stores that decide by the caller's time. */
  readonly clock: Clock
  /** Whether refused requests use allowance too. */
  readonly countRefused: boolean
  /** Whether a store that answers at once may give the same object for every check of one limit. */
  readonly reuseDecision: boolean
  /** Under which name a fleet shares the limiter. Without it a shared store makes one from the limits. */
  readonly name?: string
  /** What is answered while a shared store cannot decide. */
  readonly onStoreFailure: FailurePolicy
  /** The share of every limit that this process decides by itself under `local`: above 0, at most 1. */
  readonly localShare?: number
  /** How many units of a key this process may take in advance, and for how long it may then spend them. */
  readonly lease?: { readonly units: number; readonly ttlMs: number }
  /** Tells those who watch the limiter how its store fares. */
  emit(event: StoreEvent): void
}

/** The answers of all limits to one request, decided together at one time. */
export interface Verdict {
  /** When it was decided, by the clock of the store. */
  readonly atMs: number
  /** In the order of the limits. */
  readonly decisions: readonly Decision[]
  /** Whether the key of any limit is blocked. */
  readonly blocked: boolean
  /** By which policy it was decided without the store; absent when the store decided. */
  readonly fallback?: FailurePolicy
}

/** The answer of a single limit. */
export interface OneVerdict extends Decision {
  /** When it was decided, in milliseconds by the clock of the store; `refund` takes it. */
  readonly atMs: number
  /** True if the key is refused because `block` was called for it. */
  readonly blocked: boolean
  /** By which policy it was decided without the store; absent when the store decided. */
  readonly fallback?: FailurePolicy
}

/** How much a store holds for one limit. */
export interface LimitStats {
  readonly keys: number
  /** Bytes of memory for them, slack included. */
  readonly bytes: number
  /** Keys that gave way to others because `maxKeys` was reached. */
  readonly evictions: number
  /** The share of slots in use, from 0 to 1. */
  readonly load: number
}

/** The verbs of a store for one limiter. `keys` holds the key of each limit, in their order. */
export interface Binding<M extends Mode> {
  /** Charges every limit, or none. */
  check(keys: readonly string[], cost: number): Answer<M, Verdict>
  /** The same for a binding of one limit, where a store has a quicker way. */
  checkOne?(key: string, cost: number): Answer<M, OneVerdict>
  /** The same by what is known in this process, where that suffices. */
  checkNow?(key: string, cost: number): OneVerdict | undefined
  /** The same, once `checkNow` knew nothing, with an answer that is told: for the layers of a shared store. */
  askOne?(key: string, cost: number, asker: Asker<OneVerdict>): void
  /** Says what a check would say and charges nothing. */
  peek(keys: readonly string[], cost: number): Answer<M, Verdict>
  /** Charges every limit whether or not it fits. */
  charge(keys: readonly string[], cost: number): Answer<M, Verdict>
  /** Gives units back that were charged at `takenAtMs`, by the store unless a fallback had decided. */
  giveBack(
    keys: readonly string[],
    cost: number,
    takenAtMs: number | undefined,
    fallback?: FailurePolicy,
  ): Answer<M, Verdict>
  /** Refuses the keys for so long; 0 lifts a block. */
  block(keys: readonly string[], durationMs: number): Answer<M, void>
  /** Forgets the keys, and that they were blocked. */
  reset(keys: readonly string[]): Answer<M, void>
  /** The same keys under other limits, each of the same algorithm as before; what has been used stays used. */
  under?(limits: readonly NamedLimit[]): Binding<M>
  /** How much is held for each limit. */
  stats?(): Answer<M, readonly LimitStats[]>
  /** All state as bytes, and back. */
  dump?(): Answer<M, Uint8Array>
  restore?(dump: Uint8Array): Answer<M, void>
  /** Lets go of everything that is held for this limiter. */
  close(): Answer<M, void>
}

export interface Store<M extends Mode = Mode> {
  readonly name: string
  readonly mode: M
  bind(limits: readonly NamedLimit[], options: BindOptions): Binding<M>
}
