import type { MetricDefinition } from './definitions.ts'

/** What Prometheus spells out. What stands in braces is no unit there. */
const unitWords: Readonly<Record<string, string>> = { s: 'seconds', By: 'bytes' }

/**
 * The name of a metric in Prometheus, made from the one in OpenTelemetry as its specification "Prometheus and
 * OpenMetrics Compatibility" has it. Metrics that come through a collector are thus called like those that are scraped.
 */
export function prometheusName({ name, unit, kind }: MetricDefinition): string {
  const parts = [name.replaceAll('.', '_')]
  const word = unitWords[unit]
  if (word !== undefined) parts.push(word)
  if (kind === 'counter') parts.push('total')
  return parts.join('_')
}
