import type { Limiter } from '../limiter/limiter.ts'
import { checkCount, checkOptions } from '../limits/options.ts'
import type { Mode } from '../stores/store.ts'
import { CountedLimiters } from './counted-limiters.ts'
import type { MetricDefinition } from './definitions.ts'
import type { CountedEvent } from './event-counter.ts'

export interface LimiterMetricsOptions {
  /**
   * The most series of each metric, a whole number of at least 1. Default 500. Series are made for names of limiters and
   * limits alone; names that come new beyond this are counted together, as `other`.
   */
  readonly maxSeries?: number
}

export interface WatchOptions {
  /**
   * The limiter's label: 1 to 100 letters, digits and `. _ : / -`. Default: its name, or `unnamed`. The series of a
   * name are there from the start, at 0; those of `unnamed` begin with its first decision.
   */
  readonly name?: string
}

/** One value of a metric. */
export interface MetricPoint {
  /** The values of the labels, in the order of `labels`. */
  readonly values: readonly string[]
  /** In the unit of the metric. */
  readonly value: number
}

/** A metric, to be read at any time. */
export interface Metric extends MetricDefinition {
  read(): readonly MetricPoint[]
}

/** What is watched: any limiter, with a store in memory or a shared one. */
export interface WatchedLimiter extends Pick<Limiter<Mode>, 'on' | 'stats'> {
  readonly name?: string | undefined
  readonly origin?: WatchedLimiter
}

/** Counts what limiters tell. Exporters read the counts when they are asked for metrics; a request only adds. */
export interface LimiterMetrics {
  /**
   * Counts the decisions of a limiter from now on, until the function that it returns is called. What has been counted
   * stays. A limiter is counted once, however often it is given; one made by `under` is counted with the limiter it is of,
   * whichever of the two is given.
   *
   * @throws SluiceError `ERR_INVALID_OPTION`
   */
  watch(limiter: WatchedLimiter, options?: WatchOptions): () => void
  /** Counts an event of something else than a watched limiter, such as a shadow refusal. May be handed on as a listener. */
  readonly count: (event: CountedEvent) => void
  /** All metrics, also those that have no values yet. */
  readonly metrics: readonly Metric[]
}

/**
 * @throws SluiceError `ERR_INVALID_OPTION`, `ERR_INVALID_NUMBER`
 * @example
 * const metrics = limiterMetrics()
 * const stop = metrics.watch(limiter)
 */
export function limiterMetrics(options: LimiterMetricsOptions = {}): LimiterMetrics {
  checkOptions('limiterMetrics', options, ['maxSeries'])
  const { maxSeries = 500 } = options
  return new CountedLimiters(checkCount('maxSeries', maxSeries))
}
