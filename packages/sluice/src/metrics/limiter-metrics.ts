import type { Mode } from '../stores/store.ts'
import { nameOption } from '../limiter/shared-options.ts'
import type { LimitDecision, Limiter } from '../limiter/limiter.ts'
import { checkCount, checkOptions } from '../limits/options.ts'
import { definitions, type MetricDefinition, type MetricId } from './definitions.ts'
import { EventCounter, type CountedEvent, type SeriesTables } from './event-counter.ts'
import { MemoryUse } from './memory-use.ts'
import { SeriesTable, type Series } from './series-table.ts'

export interface LimiterMetricsOptions {
  /**
   * The most series of each metric, a whole number of at least 1. Default 500. Series are made for names of limiters and
   * limits alone; names that come new beyond this are counted together, as `other`.
   */
  readonly maxSeries?: number
}

export interface WatchOptions {
  /**
   * The limiter's label: 1 to 100 letters, digits and `. _ : / -`. Default: its name, or `unnamed`, and then its series
   * begin with its first decision. Given here, they are there from the start, at 0.
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
export type WatchedLimiter = Pick<Limiter<Mode, LimitDecision>, 'on' | 'stats'>

/** Counts what limiters tell. Exporters read the counts when they are asked for metrics; a request only adds. */
export interface LimiterMetrics {
  /**
   * Counts the decisions of a limiter from now on, until the function that it returns is called. What has been counted
   * stays. A limiter is counted once, however often it is given; one made by `under` is counted by the limiter it is of.
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

/** One that is watched, and how to end that. */
interface Watched {
  readonly counter: EventCounter
  readonly memory: MemoryUse
  readonly stop: () => void
}

class CountedLimiters implements LimiterMetrics {
  readonly metrics: readonly Metric[]
  readonly count: (event: CountedEvent) => void
  readonly #maxSeries: number
  readonly #tables: SeriesTables
  readonly #watched = new Map<WatchedLimiter, Watched>()

  constructor(maxSeries: number) {
    this.#maxSeries = maxSeries
    this.#tables = tablesOf(maxSeries)
    const others = new EventCounter(this.#tables)
    this.count = (event) => {
      others.count(event)
    }
    this.metrics = ids.map((id) => ({ ...definitions[id], read: () => this.#read(id) }))
  }

  watch(limiter: WatchedLimiter, options: WatchOptions = {}): () => void {
    checkOptions('watch', options, ['name'])
    const { name } = nameOption(options.name)
    const known = this.#watched.get(limiter)
    if (known !== undefined) return known.stop
    const counter = new EventCounter(this.#tables, name)
    const count = (event: CountedEvent) => {
      counter.count(event)
    }
    const leaves = [
      limiter.on('decision', count),
      limiter.on('fallback', count),
      limiter.on('error', count),
      limiter.on('recovered', count),
    ]
    const stop = () => {
      for (const leave of leaves) leave()
      this.#forget(limiter)
    }
    this.#watched.set(limiter, { counter, memory: new MemoryUse(limiter), stop })
    return stop
  }

  /** Keys and bytes are gone with the limiter; evictions have been, and a counter never goes back. */
  #forget(limiter: WatchedLimiter): void {
    const watched = this.#watched.get(limiter)
    if (watched === undefined) return
    this.#addMemory(this.#tables.memoryEvictions, 'evictions', watched)
    watched.counter.stop()
    this.#watched.delete(limiter)
  }

  #read(id: MetricId): readonly MetricPoint[] {
    if (id === 'memoryKeys') return this.#readMemory('keys')
    if (id === 'memoryUsage') return this.#readMemory('bytes')
    if (id === 'memoryEvictions') return this.#readMemory('evictions', this.#tables[id].all())
    const series = this.#tables[id].all()
    if (definitions[id].unit !== 's') return series
    return series.map(({ values, value }) => ({ values, value: value / 1000 }))
  }

  #readMemory(what: 'keys' | 'bytes' | 'evictions', before: readonly Series[] = []): readonly Series[] {
    const table = new SeriesTable(definitions.memoryKeys.labels, this.#maxSeries)
    for (const { values, value } of before) table.at(values).value += value
    for (const watched of this.#watched.values()) this.#addMemory(table, what, watched)
    return table.all()
  }

  #addMemory(
    table: SeriesTable,
    what: 'keys' | 'bytes' | 'evictions',
    { counter: { label }, memory }: Watched,
  ) {
    if (label === undefined) return
    for (const [limit, stats] of memory.read()) table.at([label, limit]).value += stats[what]
  }
}

const ids = Object.keys(definitions) as readonly MetricId[]

function tablesOf(maxSeries: number): SeriesTables {
  const tables = ids.map((id) => [id, new SeriesTable(definitions[id].labels, maxSeries)] as const)
  return Object.fromEntries(tables) as Record<MetricId, SeriesTable>
}
