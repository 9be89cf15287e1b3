import type {
  DecisionEvent,
  FallbackEvent,
  RecoveredEvent,
  ShadowRefusedEvent,
  StoreErrorEvent,
} from '../events.ts'
import type { LimitDecision, LimitsDecision } from '../limiter/limiter.ts'
import type { MetricId } from './definitions.ts'
import { UNNAMED, type RefusalReason } from './labels.ts'
import type { Series, SeriesTable } from './series-table.ts'

/** What is counted. Refusals are counted from decisions, so `refused` is not among them. */
export type CountedEvent =
  | DecisionEvent<LimitDecision | LimitsDecision>
  | Pick<ShadowRefusedEvent<unknown>, 'type' | 'limiter'>
  | FallbackEvent
  | StoreErrorEvent
  | RecoveredEvent

export type SeriesTables = Readonly<Record<MetricId, SeriesTable>>

/** The series that nearly every request counts in, looked up once. */
interface DecisionSeries {
  readonly limiter: string
  readonly allowed: Series
  readonly refused: Series
  readonly allowedUnits: Series
  readonly refusedUnits: Series
}

/** Counts the events of one source. */
export class EventCounter {
  readonly #tables: SeriesTables
  readonly #label: string | undefined
  /** Of the limiter that was counted last; one alone, so that names take no memory here. */
  #last: DecisionSeries | undefined
  /** The stores that are not asked, of which this source has told. */
  readonly #down = new Set<Series>()

  /** `label` stands for whatever name the events tell. Its series are there from the start. */
  constructor(tables: SeriesTables, label?: string) {
    this.#tables = tables
    this.#label = label
    if (label !== undefined) this.#seriesOf(label)
  }

  /** The limiter's label, once it is known. */
  get label(): string | undefined {
    return this.#last?.limiter
  }

  count(event: CountedEvent): void {
    if (event.type === 'decision') this.#decided(event)
    else if (event.type === 'shadow-refused') this.#tables.shadowRefusals.at([this.#labelOf(event)]).value++
    else if (event.type === 'fallback') {
      this.#tables.fallbacks.at([this.#labelOf(event), event.policy, event.code]).value++
    } else if (event.type === 'error') this.#failed(event)
    else if (event.type === 'recovered') this.#recovered(this.#storeDown(event))
  }

  /** No more events come: what they left open is over. */
  stop(): void {
    for (const series of this.#down) this.#recovered(series)
  }

  #decided({ limiter, cost, decision }: DecisionEvent<LimitDecision | LimitsDecision>): void {
    const series = this.#seriesOf(this.#label ?? limiter ?? UNNAMED)
    if (decision.allowed) {
      series.allowed.value++
      series.allowedUnits.value += cost
      if (decision.delayMs > 0) this.#tables.delay.at([series.limiter]).value += decision.delayMs
      return
    }
    series.refused.value++
    series.refusedUnits.value += cost
    const refusedBy = 'limits' in decision ? decision.refusedBy : ['limit']
    for (const limit of refusedBy) {
      this.#tables.refusals.at([series.limiter, limit, reasonOf(decision, limit)]).value++
    }
  }

  #failed(event: StoreErrorEvent): void {
    this.#tables.storeOutages.at([this.#labelOf(event), event.store, event.error.code]).value++
    const series = this.#storeDown(event)
    if (this.#down.has(series)) return
    this.#down.add(series)
    series.value++
  }

  /** An outage that began before anybody counted has not been added, and is not taken away. */
  #recovered(series: Series): void {
    if (this.#down.delete(series)) series.value--
  }

  #storeDown(event: StoreErrorEvent | RecoveredEvent): Series {
    return this.#tables.storeDown.at([this.#labelOf(event), event.store])
  }

  #labelOf({ limiter }: { readonly limiter: string | undefined }): string {
    return this.#label ?? limiter ?? UNNAMED
  }

  /** Both outcomes at once, so that the first refusal is an increase and not a series out of nothing. */
  #seriesOf(limiter: string): DecisionSeries {
    if (this.#last?.limiter === limiter) return this.#last
    const { decisions, units } = this.#tables
    return (this.#last = {
      limiter,
      allowed: decisions.at([limiter, 'allowed']),
      refused: decisions.at([limiter, 'refused']),
      allowedUnits: units.at([limiter, 'allowed']),
      refusedUnits: units.at([limiter, 'refused']),
    })
  }
}

function reasonOf(decision: LimitDecision | LimitsDecision, limit: string): RefusalReason {
  if (decision.fallback !== undefined) return 'fallback'
  if (decision.blocked) return 'blocked'
  const own = 'limits' in decision ? decision.limits[limit] : decision
  return own?.never === true ? 'never' : 'limit'
}
