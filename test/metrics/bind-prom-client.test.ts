import * as promClient from 'prom-client'
import { expect, test } from 'vitest'
import { createLimiter, fixedWindow, leakyBucket, manualClock } from '../../packages/sluice/src/index.ts'
import { bindPromClient, limiterMetrics, prometheusText } from '../../packages/sluice/src/metrics/index.ts'

const limit = fixedWindow({ limit: 2, window: '1m' })

test('every scrape gives the sums so far, and does not add them to those of the last', async () => {
  const metrics = limiterMetrics()
  const limiter = createLimiter({ limit, clock: manualClock(), name: 'api' })
  metrics.watch(limiter)
  const registry = new promClient.Registry()
  bindPromClient(metrics, promClient, registry)
  for (let call = 0; call < 3; call++) limiter.check('key')
  for (let scrape = 0; scrape < 2; scrape++) {
    expect(await valuesOf(registry, 'sluice_decisions_total')).toEqual([
      [{ limiter: 'api', outcome: 'allowed' }, 2],
      [{ limiter: 'api', outcome: 'refused' }, 1],
    ])
  }
  limiter.check('key')
  expect(await valuesOf(registry, 'sluice_refusals_total')).toEqual([
    [{ limiter: 'api', limit: 'limit', reason: 'limit' }, 2],
  ])
  expect(await valuesOf(registry, 'sluice_memory_keys')).toEqual([[{ limiter: 'api', limit: 'limit' }, 1]])
})

test('prom-client writes the same text, with every kind of metric and awkward names', async () => {
  const metrics = limiterMetrics()
  const registry = new promClient.Registry()
  bindPromClient(metrics, promClient, registry)
  const awkward = 'a "quote", a \\ and\na new line{}'
  const limiter = createLimiter({
    limits: { [awkward]: limit, queue: leakyBucket({ size: 3, rate: '7/min' }) },
    clock: manualClock(),
  })
  metrics.watch(limiter)
  for (let call = 0; call < 4; call++) limiter.check('key')
  expect(prometheusText(metrics)).toBe(await registry.metrics())
  expect(prometheusText(metrics)).toContain('limit="a \\"quote\\", a \\\\ and\\na new line{}"')
})

test('goes into the global registry by default, beside other metrics, and out of it again', async () => {
  const own = new promClient.Counter({ name: 'own_total', help: 'The application’s own.' })
  const unbind = bindPromClient(limiterMetrics(), promClient)
  expect(promClient.register.getSingleMetric('sluice_decisions_total')).toBeDefined()
  unbind()
  expect(promClient.register.getMetricsAsArray()).toEqual([own])
  expect(await promClient.register.metrics()).toContain('own_total 0')
  promClient.register.clear()
})

test('goes into a registry of OpenMetrics, which names counters without their ending in the heading', async () => {
  const registry = new promClient.Registry<promClient.OpenMetricsContentType>()
  registry.setContentType(promClient.Registry.OPENMETRICS_CONTENT_TYPE)
  const metrics = limiterMetrics()
  bindPromClient(metrics, promClient, registry)
  metrics.watch(createLimiter({ limit }), { name: 'api' })
  const text = await registry.metrics()
  expect(text).toContain('# TYPE sluice_decisions counter\n')
  expect(text).toContain('sluice_decisions_total{limiter="api",outcome="allowed"} 0\n')
})

async function valuesOf(registry: promClient.Registry, name: string): Promise<unknown[]> {
  const found = (await registry.getMetricsAsJSON()).find((metric) => metric.name === name)
  return (found?.values ?? []).map(({ labels, value }) => [labels, value])
}
