/** Known faults of the kind "metrics": what is counted must not grow with those who are counted. */
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import * as promClient from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createLimiter,
  fixedWindow,
  manualClock,
  slidingLog,
  tokenBucket,
} from '../../packages/sluice/src/index.ts'
import {
  bindMeter,
  bindPromClient,
  limiterMetrics,
  prometheusText,
} from '../../packages/sluice/src/metrics/index.ts'

class PulledReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const clients = 100_000

// Four rules: one with another limit for every request, one of several limits, one without a name.
describe('B68: 100,000 clients, each with a limit of its own', () => {
  const metrics = limiterMetrics()
  const reader = new PulledReader()
  const registry = new promClient.Registry()

  beforeAll(() => {
    bindMeter(metrics, new MeterProvider({ readers: [reader] }).getMeter('sluice'))
    bindPromClient(metrics, promClient, registry)
    const clock = manualClock()
    const burst = tokenBucket({ capacity: 1, rate: '1/h' })
    const limiters = [
      createLimiter({ limit: burst, clock, name: 'api' }),
      createLimiter({
        limits: { burst, hour: slidingLog({ limit: 1, window: '1h' }) },
        clock,
        name: 'login',
      }),
      createLimiter({ limit: fixedWindow({ limit: 1, window: '1h' }), clock, name: 'sms' }),
      createLimiter({ limit: burst, clock }),
    ]
    for (const limiter of limiters) metrics.watch(limiter)
    const [api, login, sms, unnamed] = limiters as [(typeof limiters)[0], ...typeof limiters]
    for (let client = 0; client < clients; client++) {
      const key = addressOf(client)
      const own = tokenBucket({ capacity: client + 1, rate: '1/h' })
      api.under(own).check(key, { cost: client + 2 })
      login?.check(key)
      sms?.check(key)
      unnamed?.check(key, { cost: 2 })
    }
  })

  test('are fewer than 50 series in Prometheus, from either exporter', async () => {
    for (const text of [prometheusText(metrics), await registry.metrics()]) {
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
      expect(lines.length).toBeLessThan(50)
      expect(text).not.toContain('192.')
      expect(lines).toContain(`sluice_decisions_total{limiter="sms",outcome="allowed"} ${clients}`)
      expect(lines).toContain(
        `sluice_refusals_total{limiter="unnamed",limit="limit",reason="never"} ${clients}`,
      )
    }
  })

  test('are fewer than 50 series in OpenTelemetry', async () => {
    const { scopeMetrics } = (await reader.collect()).resourceMetrics
    const points = scopeMetrics
      .flatMap((scope) => scope.metrics)
      .flatMap(({ dataPoints }): unknown[] => dataPoints)
    expect(points.length).toBeGreaterThan(20)
    expect(points.length).toBeLessThan(50)
    expect(JSON.stringify(points)).not.toContain('192.')
  })
})

function addressOf(client: number): string {
  return `192.${client >> 16}.${(client >> 8) & 255}.${client & 255}`
}
