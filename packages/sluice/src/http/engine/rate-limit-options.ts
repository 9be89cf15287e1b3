import type { Limiter } from '../../limiter/limiter.ts'
import type { Keys } from '../../limits/key.ts'
import type { Limit } from '../../limits/limit.ts'
import type { Mode } from '../../stores/store.ts'
import type { ClientAddressOptions } from '../client-address/client-address.ts'
import type { Dialect } from '../headers/dialects.ts'
import type { BodyFormat } from '../problem/body-formats.ts'
import type { Awaitable } from './awaitable.ts'
import type { RateLimitReport } from './charge.ts'
import type { SlowDownOptions } from './slow-down.ts'

/** A limit, or for a limiter with several one for each of those that differ, by name. */
export type Limits = Limit | Readonly<Record<string, Limit>>

/** A limiter and which requests it decides how. `R` is the request of the framework. */
export interface RuleOptions<R> {
  /**
   * The name that clients see, unique among the rules that meet in one request: printable ASCII. Default `'default'`,
   * or the names of the limiter's limits; of a limiter with several the two are joined, as in `'api-burst'`.
   */
  readonly name?: string
  /** Decides. Whether its store answers at once or with a promise makes no difference to the options. */
  readonly limiter?: Limiter<Mode>
  /**
   * Without `limiter`, the limit of one in memory that is made here. With it, the limits that this request has instead
   * of the limiter's own, as its plan gives them: of the same algorithms, and what has been used stays used. A function
   * that returns `undefined` leaves the limiter's own.
   */
  readonly limit?: Limit | ((request: R) => Awaitable<Limits | undefined>)
  /** Whose allowance a request uses. Default the address of the client, by `address`. */
  readonly key?: Keys | ((request: R) => Awaitable<Keys>)
  /** Units that a request uses, a whole number of at least 0; 0 looks and charges nothing. Default 1. */
  readonly cost?: number | ((request: R) => Awaitable<number>)
  /** Requests that this rule does not decide. */
  readonly skip?: (request: R) => Awaitable<boolean>
  /**
   * `'shadow'` decides, charges and reports, but never refuses or delays, and clients are not told. What it would have
   * refused its limiter tells as `shadow-refused`. Default `'enforce'`.
   */
  readonly mode?: 'enforce' | 'shadow'
  /**
   * Which requests stay charged once their response is known. All are charged when they come, so that many at once
   * cannot slip through; the others are given back, into the window they came from. Default `'all'`.
   */
  readonly count?: 'all' | 'failures' | 'successes'
  /** What `count` takes for a failure. Default a status of 400 or more. */
  readonly isFailure?: (status: number, request: R) => boolean
  /**
   * The real cost, when the response has ended, of which `cost` was the estimate. A lower one gives the rest back; a
   * higher one is charged, into debt if need be. `undefined` keeps the estimate.
   */
  readonly settle?: (request: R, status: number) => number | undefined
  /** Delays requests before their client is refused. Default no delay. */
  readonly slowDown?: SlowDownOptions<R>
}

/** Either one rule, or several that are decided together: all are charged, or none is. */
export interface RateLimitOptions<R> extends RuleOptions<R> {
  readonly rules?: readonly RuleOptions<R>[]
  /** Requests that no rule decides. */
  readonly skip?: (request: R) => Awaitable<boolean>
  /** How the address of the client is found, for rules without a `key`. Default: the peer of the connection. */
  readonly address?: ClientAddressOptions
  /**
   * Whether the questions that browsers ask before a request (`OPTIONS` with `Access-Control-Request-Method`) are
   * counted. All other methods, `HEAD` and `OPTIONS` too, are requests like any; `cost` may tell them apart. Default
   * `'skip'`.
   */
  readonly preflights?: 'skip' | 'count'
  /** How responses tell clients where they stand; `false` for not at all. Default `'draft-11'`. */
  readonly dialect?: Dialect | readonly Dialect[] | false
  /** Makes partition keys of the keys of limits, for the headers; see `partitionKeys`. Default none are told. */
  readonly partitionKey?: (key: string) => Uint8Array
  /** The form of a refusal's body, or several to choose from by `Accept`. Default `'problem'`. */
  readonly format?: BodyFormat | readonly BodyFormat[]
  /** What a refusal says to people; `false` for nothing. Default a sentence with the policies' names. */
  readonly detail?: string | false
  /** Requests that may be held back at the same time. One more is refused with 503. Default 1000. */
  readonly maxWaiting?: number
  /**
   * What becomes of a request that cannot be decided: one of the functions here failed, or a store that has no
   * `onStoreFailure` of its own did. `'throw'` (the default) hands the error to the framework, `'allow'` lets the
   * request pass, `'deny'` answers 503.
   */
  readonly onFailure?: 'throw' | 'allow' | 'deny'
  /** Told of errors that no framework is handed: those after the response, and those that `onFailure` hides. */
  readonly onError?: (error: unknown, request: R) => unknown
  /** Told of every request that is refused, once for each rule that refuses it. */
  readonly onRefused?: (report: RateLimitReport, request: R) => unknown
  /**
   * Told of every request that a rule in shadow mode would have refused, with the request, which the limiter's own event
   * `shadow-refused` does not know.
   */
  readonly onShadowRefused?: (report: RateLimitReport, request: R) => unknown
}
