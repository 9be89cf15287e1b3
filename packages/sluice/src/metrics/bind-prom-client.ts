import type { LimiterMetrics, Metric } from './limiter-metrics.ts'
import { prometheusName } from './prometheus-name.ts'

type Labels = Record<string, string>

/** A metric of prom-client, as far as it is used here. */
interface PromMetric {
  reset(): void
  inc(labels: Labels, value: number): void
}

interface PromMetricOptions<Registry> {
  name: string
  help: string
  labelNames: string[]
  registers: Registry[]
  collect(this: PromMetric): void
}

interface PromRegistry {
  removeSingleMetric(name: string): void
}

/** The package `prom-client`, version 14 or 15, or what stands in for it. */
export interface PromClient<Registry extends PromRegistry> {
  readonly Counter: new (options: PromMetricOptions<Registry>) => PromMetric
  readonly Gauge: new (options: PromMetricOptions<Registry>) => PromMetric
  readonly register: Registry
}

/**
 * Puts the metrics into a registry of prom-client, by default its global one, beside the application's own. They are read
 * when the registry is. Returns a function that takes them out again.
 *
 * @example
 * import promClient from 'prom-client'
 * bindPromClient(metrics, promClient)
 */
export function bindPromClient<Registry extends PromRegistry>(
  metrics: Pick<LimiterMetrics, 'metrics'>,
  promClient: PromClient<Registry>,
  registry: Registry = promClient.register,
): () => void {
  for (const metric of metrics.metrics) {
    const Kind = metric.kind === 'counter' ? promClient.Counter : promClient.Gauge
    new Kind({
      name: prometheusName(metric),
      help: metric.help,
      labelNames: [...metric.labels],
      registers: [registry],
      collect() {
        // Its own numbers are those of the last scrape; ours are the sums so far.
        this.reset()
        for (const { values, value } of metric.read()) this.inc(labelsOf(metric, values), value)
      },
    })
  }
  return () => {
    for (const metric of metrics.metrics) registry.removeSingleMetric(prometheusName(metric))
  }
}

function labelsOf({ labels }: Metric, values: readonly string[]): Labels {
  return Object.fromEntries(labels.map((label, index) => [label, values[index] as string]))
}
