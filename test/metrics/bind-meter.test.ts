import type { Attributes } from '@opentelemetry/api'
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  MetricReader,
  PeriodicExportingMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import { expect, test } from 'vitest'
import { createLimiter, fixedWindow, leakyBucket, manualClock } from '../../packages/sluice/src/index.ts'
import { definitions } from '../../packages/sluice/src/metrics/definitions.ts'
import { bindMeter, limiterMetrics } from '../../packages/sluice/src/metrics/index.ts'

const limit = fixedWindow({ limit: 2, window: '1m' })

class PulledReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

/** Metrics bound to a meter, and what the SDK collects of them. */
function collected() {
  const reader = new PulledReader()
  const meter = new MeterProvider({ readers: [reader] }).getMeter('sluice')
  const metrics = limiterMetrics()
  const unbind = bindMeter(metrics, meter)
  const collect = async (): Promise<readonly MetricData[]> => {
    const { resourceMetrics, errors } = await reader.collect()
    expect(errors).toEqual([])
    return resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
  }
  return { metrics, unbind, collect }
}

test('counts arrive under their attributes, as sums that only grow where they are counters', async () => {
  const { metrics, collect } = collected()
  const limiter = createLimiter({ limit, clock: manualClock(), name: 'api' })
  metrics.watch(limiter)
  for (let call = 0; call < 3; call++) limiter.check('key')
  const found = await collect()
  expect(pointsOf(found, 'sluice.decisions')).toEqual([
    [{ 'sluice.limiter.name': 'api', 'sluice.decision.outcome': 'allowed' }, 2],
    [{ 'sluice.limiter.name': 'api', 'sluice.decision.outcome': 'refused' }, 1],
  ])
  expect(pointsOf(found, 'sluice.refusals')).toEqual([
    [{ 'sluice.limiter.name': 'api', 'sluice.limit.name': 'limit', 'sluice.refusal.reason': 'limit' }, 1],
  ])
  expect(pointsOf(found, 'sluice.memory.keys')).toEqual([
    [{ 'sluice.limiter.name': 'api', 'sluice.limit.name': 'limit' }, 1],
  ])
  for (const { descriptor, dataPointType, ...data } of found) {
    const { kind, unit, help } = definitionOf(descriptor.name)
    expect(dataPointType).toBe(DataPointType.SUM)
    expect(data).toMatchObject({ isMonotonic: kind === 'counter' })
    expect(descriptor).toMatchObject({ unit, description: help })
  }
})

test('delays are told in seconds', async () => {
  const { metrics, collect } = collected()
  const limiter = createLimiter({ limit: leakyBucket({ size: 5, rate: '4/s' }), clock: manualClock() })
  metrics.watch(limiter)
  for (let call = 0; call < 4; call++) limiter.check('key')
  expect(pointsOf(await collect(), 'sluice.delay')).toEqual([[{ 'sluice.limiter.name': 'unnamed' }, 1.5]])
})

test('an exporter that wants differences gets those since it last asked', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 })
  const provider = new MeterProvider({ readers: [reader] })
  const metrics = limiterMetrics()
  bindMeter(metrics, provider.getMeter('sluice'))
  const limiter = createLimiter({ limit, clock: manualClock(), name: 'api' })
  metrics.watch(limiter)
  const allowed: unknown[] = []
  for (const calls of [2, 5]) {
    for (let call = 0; call < calls; call++) limiter.check(`key ${call}`)
    await reader.forceFlush()
    const [last] = exporter.getMetrics().slice(-1)
    const points = pointsOf(last?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [], 'sluice.decisions')
    allowed.push(points[0]?.[1])
  }
  expect(allowed).toEqual([2, 5])
  await provider.shutdown()
})

test('once unbound, what is counted is not told any more', async () => {
  const { metrics, unbind, collect } = collected()
  const limiter = createLimiter({ limit, name: 'api' })
  metrics.watch(limiter)
  limiter.check('key')
  const before = await collect()
  unbind()
  limiter.check('key')
  expect(pointsOf(await collect(), 'sluice.decisions')).toEqual(pointsOf(before, 'sluice.decisions'))
})

function pointsOf(found: readonly MetricData[], name: string): (readonly [Attributes, unknown])[] {
  const points = found.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? []
  return points.map(({ attributes, value }) => [attributes, value] as const)
}

function definitionOf(name: string) {
  const definition = Object.values(definitions).find((each) => each.name === name)
  if (definition === undefined) throw new Error(`no metric is called ${name}`)
  return definition
}
