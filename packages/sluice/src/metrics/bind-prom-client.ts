import type { LimiterMetrics, Metric } from './limiter-metrics.ts'
import { prometheusName } from './prometheus-name.ts'

type Labels = Record<string, string>

/** A metric of prom-client, as far as it is used here. */
interface PromMetric {
  reset(): void
  inc(labels: Labels, value: number): void
}

interface PromMetricOptions {
  name: string
  help: string
  labelNames: string[]
  /** Of a type that only the package knows. */
  registers: never[]
  collect(this: PromMetric): void
}

interface PromRegistry {
  removeSingleMetric(name: string): void
}

/** The package `prom-client`, version 14 or 15, as far as it is used here. */
export interface PromClient {
  readonly Counter: new (options: PromMetricOptions) => PromMetric
  readonly Gauge: new (options: PromMetricOptions) => PromMetric
  readonly register: PromRegistry
}

/**
 * Puts the metrics into a registry of prom-client, by default its global one, beside the application's own. They are read
 * when the registry is. Returns a function that takes them out again.
 *
 * @example
 * import promClient from 'prom-client'
 * bindPromClient(metrics, promClient)
 */
export function bindPromClient(
  metrics: Pick<LimiterMetrics, 'metrics'>,
  promClient: PromClient,
  registry: PromRegistry = promClient.register,
): () => void {
  for (const metric of metrics.metrics) register(metric, promClient, registry)
  return () => {
    for (const metric of metrics.metrics) registry.removeSingleMetric(prometheusName(metric))
  }
}

function register(metric: Metric, { Counter, Gauge }: PromClient, registry: PromRegistry): PromMetric {
  const Kind = metric.kind === 'counter' ? Counter : Gauge
  return new Kind({
    name: prometheusName(metric),
    help: metric.help,
    labelNames: [...metric.labels],
    registers: [registry as never],
    collect() {
      // Its own numbers are those of the last scrape; ours are the sums so far.
      this.reset()
      for (const { values, value } of metric.read()) this.inc(labelsOf(metric, values), value)
    },
  })
}

function labelsOf({ labels }: Metric, values: readonly string[]): Labels {
  return Object.fromEntries(labels.map((label, index) => [label, values[index] as string]))
}
