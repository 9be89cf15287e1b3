import { labels } from './labels.ts'
import type { LimiterMetrics, Metric } from './limiter-metrics.ts'

interface InstrumentOptions {
  description: string
  unit: string
}

/** What a callback tells its observations to. */
interface Observations<Instrument> {
  observe(instrument: Instrument, value: number, attributes: Record<string, string>): void
}

type Callback<Instrument> = (observations: Observations<Instrument>) => void

/** A `Meter` of `@opentelemetry/api` 1.3 or later, as far as it is used here. */
export interface OpenTelemetryMeter<Instrument> {
  createObservableCounter(name: string, options: InstrumentOptions): Instrument
  createObservableUpDownCounter(name: string, options: InstrumentOptions): Instrument
  addBatchObservableCallback(callback: Callback<Instrument>, instruments: Instrument[]): void
  removeBatchObservableCallback(callback: Callback<Instrument>, instruments: Instrument[]): void
}

/**
 * Hands the metrics to a meter of OpenTelemetry. They are asynchronous instruments: read when the SDK collects, so a
 * request costs no more than without it. Returns a function that ends it.
 *
 * @example
 * import { metrics as api } from '@opentelemetry/api'
 * bindMeter(metrics, api.getMeter('sluice'))
 */
export function bindMeter<Instrument>(
  metrics: Pick<LimiterMetrics, 'metrics'>,
  meter: OpenTelemetryMeter<Instrument>,
): () => void {
  const bound = metrics.metrics.map((metric) => ({ metric, instrument: instrumentOf(meter, metric) }))
  const instruments = bound.map(({ instrument }) => instrument)
  const callback: Callback<Instrument> = (observations) => {
    for (const { metric, instrument } of bound) {
      for (const { values, value } of metric.read()) {
        observations.observe(instrument, value, attributesOf(metric, values))
      }
    }
  }
  meter.addBatchObservableCallback(callback, instruments)
  return () => {
    meter.removeBatchObservableCallback(callback, instruments)
  }
}

function instrumentOf<Instrument>(
  meter: OpenTelemetryMeter<Instrument>,
  { name, kind, unit, help }: Metric,
): Instrument {
  const options = { description: help, unit }
  return kind === 'counter'
    ? meter.createObservableCounter(name, options)
    : meter.createObservableUpDownCounter(name, options)
}

function attributesOf(metric: Metric, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    metric.labels.map((label, index) => [labels[label].attribute, values[index] as string]),
  )
}
