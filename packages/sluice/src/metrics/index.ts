export { bindMeter, type OpenTelemetryMeter } from './bind-meter.ts'
export { bindPromClient, type PromClient } from './bind-prom-client.ts'
export type { MetricDefinition } from './definitions.ts'
export type { CountedEvent } from './event-counter.ts'
export type { LabelName } from './labels.ts'
export {
  limiterMetrics,
  type LimiterMetrics,
  type LimiterMetricsOptions,
  type Metric,
  type MetricPoint,
  type WatchedLimiter,
  type WatchOptions,
} from './limiter-metrics.ts'
export { prometheusContentType, prometheusText } from './prometheus-text.ts'
