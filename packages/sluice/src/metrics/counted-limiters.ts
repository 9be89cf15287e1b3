import { nameOption } from '../limiter/shared-options.ts'
import { checkOptions } from '../limits/options.ts'
import { definitions, type MetricId } from './definitions.ts'
import { EventCounter, type CountedEvent, type SeriesTables } from './event-counter.ts'
import type { LimiterMetrics, Metric, MetricPoint, WatchedLimiter, WatchOptions } from './limiter-metrics.ts'
import { MemoryUse } from './memory-use.ts'
import { SeriesTable } from './series-table.ts'

/** One that is watched, and how to end that. */
interface Watched {
  readonly counter: EventCounter
  readonly memory: MemoryUse
  readonly stop: () => void
}

/** Counts into tables of series that all its limiters share. */
export class CountedLimiters implements LimiterMetrics {
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

  watch(given: WatchedLimiter, options: WatchOptions = {}): () => void {
    checkOptions('watch', options, ['name'])
    const limiter = given.origin ?? given
    const name = nameOption(options.name).name ?? limiter.name
    const known = this.#watched.get(limiter)
    if (known !== undefined) return known.stop
    const counter = new EventCounter(this.#tables, name)
    const count = (event: CountedEvent) => {
      counter.count(event)
    }
    const leaves = [
      limiter.on('decision', count),
      limiter.on('shadow-refused', count),
      limiter.on('fallback', count),
      limiter.on('error', count),
      limiter.on('recovered', count),
    ]
    const stop = () => {
      for (const leave of leaves.splice(0)) leave()
      this.#forget(limiter, stop)
    }
    this.#watched.set(limiter, { counter, memory: new MemoryUse(limiter), stop })
    return stop
  }

  /** Unless it is watched anew: whoever let it go before has no part in that. */
  #forget(limiter: WatchedLimiter, stop: () => void): void {
    const watched = this.#watched.get(limiter)
    if (watched?.stop !== stop) return
    watched.counter.stop()
    this.#keepMemory(watched)
    this.#watched.delete(limiter)
  }

  /** Evictions have been, and a counter never goes back. Keys and bytes go on at 0: some SDKs repeat what was told last. */
  #keepMemory({ counter: { label }, memory }: Watched): void {
    if (label === undefined) return
    for (const [limit, { evictions }] of memory.read()) {
      this.#tables.memoryKeys.at([label, limit])
      this.#tables.memoryUsage.at([label, limit])
      this.#tables.memoryEvictions.at([label, limit]).value += evictions
    }
  }

  #read(id: MetricId): readonly MetricPoint[] {
    if (id === 'memoryKeys') return this.#readMemory(id, 'keys')
    if (id === 'memoryUsage') return this.#readMemory(id, 'bytes')
    if (id === 'memoryEvictions') return this.#readMemory(id, 'evictions')
    const perUnit = definitions[id].unit === 's' ? 1000 : 1
    return this.#tables[id].all().map(({ values, value }) => ({ values, value: value / perUnit }))
  }

  /** What was kept of limiters that are gone, and what those that are watched hold now. */
  #readMemory(id: MetricId, what: 'keys' | 'bytes' | 'evictions'): readonly MetricPoint[] {
    const sums = new SeriesTable(definitions[id].labels, this.#maxSeries)
    for (const { values, value } of this.#tables[id].all()) sums.at(values).value += value
    for (const { counter, memory } of this.#watched.values()) {
      const { label } = counter
      if (label === undefined) continue
      for (const [limit, stats] of memory.read()) sums.at([label, limit]).value += stats[what]
    }
    return sums.all()
  }
}

const ids = Object.keys(definitions) as readonly MetricId[]

function tablesOf(maxSeries: number): SeriesTables {
  const tables = ids.map((id) => [id, new SeriesTable(definitions[id].labels, maxSeries)] as const)
  return Object.fromEntries(tables) as Record<MetricId, SeriesTable>
}
