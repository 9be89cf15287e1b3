/** Every metric, once: the exporters and the page of metrics follow this table. */
import type { LabelName } from './labels.ts'

export type MetricId =
  | 'decisions'
  | 'units'
  | 'refusals'
  | 'shadowRefusals'
  | 'delay'
  | 'fallbacks'
  | 'storeOutages'
  | 'storeDown'
  | 'memoryKeys'
  | 'memoryUsage'
  | 'memoryEvictions'

export interface MetricDefinition {
  /** Its name in OpenTelemetry; the one in Prometheus follows from it by `prometheusName`. */
  readonly name: string
  /** A counter only grows; an up-down counter is a sum that may shrink, which Prometheus calls a gauge. */
  readonly kind: 'counter' | 'up-down-counter'
  /** In UCUM, as OpenTelemetry asks: `s`, `By`, or in braces what is counted. */
  readonly unit: string
  readonly labels: readonly LabelName[]
  readonly help: string
}

export const definitions: Readonly<Record<MetricId, MetricDefinition>> = {
  decisions: {
    name: 'sluice.decisions',
    kind: 'counter',
    unit: '{decision}',
    labels: ['limiter', 'outcome'],
    help: 'Requests decided by check or reserve.',
  },
  units: {
    name: 'sluice.units',
    kind: 'counter',
    unit: '{unit}',
    labels: ['limiter', 'outcome'],
    help: 'Cost of the requests decided, as asked for; of reservations the estimate.',
  },
  refusals: {
    name: 'sluice.refusals',
    kind: 'counter',
    unit: '{refusal}',
    labels: ['limiter', 'limit', 'reason'],
    help: 'Refusals by the limit that refused; a request that several limits refuse counts at each.',
  },
  shadowRefusals: {
    name: 'sluice.shadow.refusals',
    kind: 'counter',
    unit: '{refusal}',
    labels: ['limiter'],
    help: 'Refusals that were not enforced, because of shadow mode. They count among the refused decisions too.',
  },
  delay: {
    name: 'sluice.delay',
    kind: 'counter',
    unit: 's',
    labels: ['limiter'],
    help: 'How long allowed requests were told to wait before they go on, in all.',
  },
  fallbacks: {
    name: 'sluice.fallbacks',
    kind: 'counter',
    unit: '{answer}',
    labels: ['limiter', 'policy', 'code'],
    help: 'Answers given without the shared store, by the policy that gave them and what the store failed with.',
  },
  storeOutages: {
    name: 'sluice.store.outages',
    kind: 'counter',
    unit: '{outage}',
    labels: ['limiter', 'store', 'code'],
    help: 'Times that a limiter ceased to ask its shared store.',
  },
  storeDown: {
    name: 'sluice.store.down',
    kind: 'up-down-counter',
    unit: '{limiter}',
    labels: ['limiter', 'store'],
    help: 'Limiters that do not ask their shared store at the moment.',
  },
  memoryKeys: {
    name: 'sluice.memory.keys',
    kind: 'up-down-counter',
    unit: '{key}',
    labels: ['limiter', 'limit'],
    help: 'Keys that a limit remembers in this process.',
  },
  memoryUsage: {
    name: 'sluice.memory.usage',
    kind: 'up-down-counter',
    unit: 'By',
    labels: ['limiter', 'limit'],
    help: 'Memory that a limit takes for its keys in this process, slack included.',
  },
  memoryEvictions: {
    name: 'sluice.memory.evictions',
    kind: 'counter',
    unit: '{key}',
    labels: ['limiter', 'limit'],
    help: 'Keys that gave way to others because maxKeys was reached.',
  },
}
