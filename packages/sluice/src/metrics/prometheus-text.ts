import type { LimiterMetrics, Metric, MetricPoint } from './limiter-metrics.ts'
import { prometheusName } from './prometheus-name.ts'

/** The `Content-Type` of `prometheusText`. */
export const prometheusContentType: string = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * The metrics in the text format of Prometheus, version 0.0.4, for a page that Prometheus scrapes. It needs no library.
 *
 * @example
 * new Response(prometheusText(metrics), { headers: { 'Content-Type': prometheusContentType } })
 */
export function prometheusText(metrics: Pick<LimiterMetrics, 'metrics'>): string {
  return metrics.metrics.map(textOf).join('\n')
}

function textOf(metric: Metric): string {
  const name = prometheusName(metric)
  const type = metric.kind === 'counter' ? 'counter' : 'gauge'
  const lines = metric.read().map((point) => `${name}{${labelsOf(metric, point)}} ${point.value}\n`)
  return `# HELP ${name} ${escaped(metric.help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsOf({ labels }: Metric, { values }: MetricPoint): string {
  return labels
    .map((label, index) => `${label}="${escaped(values[index] as string).replaceAll('"', '\\"')}"`)
    .join(',')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
