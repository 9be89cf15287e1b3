import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { definitions } from './definitions.ts'
import { labels, type LabelName } from './labels.ts'
import { prometheusName } from './prometheus-name.ts'

const page = readFileSync(new URL('../../../../docs/guides/metrics.md', import.meta.url), 'utf8')

/** The cells of every row whose first one begins so. */
function rowsOf(start: RegExp): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  const rows = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return rows.filter(([first = '']) => start.test(first))
}

function inCode(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ')
}

describe('the page of metrics', () => {
  test('has a row for every metric, and no other', () => {
    const wanted = Object.values(definitions).map((metric) => [
      `\`${metric.name}\``,
      `\`${prometheusName(metric)}\``,
      metric.kind === 'counter' ? 'counter' : 'gauge',
      `\`${metric.unit}\``,
      inCode(metric.labels),
      metric.help,
    ])
    expect(rowsOf(/^`sluice\./)).toEqual(wanted)
  })

  test('has a row for every label, and no other, with all its words', () => {
    const rows = rowsOf(/^`[a-z]+`$/)
    expect(rows.map(([label, attribute]) => [label, attribute])).toEqual(
      Object.entries(labels).map(([label, { attribute }]) => [`\`${label}\``, `\`${attribute}\``]),
    )
    const wordy = rows.filter(([label = '']) => labels[label.slice(1, -1) as LabelName].words !== undefined)
    for (const [label = '', , values] of wordy) {
      expect(values).toBe(inCode(labels[label.slice(1, -1) as LabelName].words ?? []))
    }
  })
})

describe('names', () => {
  test.each([
    ['sluice.decisions', '{decision}', 'counter', 'sluice_decisions_total'],
    ['sluice.delay', 's', 'counter', 'sluice_delay_seconds_total'],
    ['sluice.memory.usage', 'By', 'up-down-counter', 'sluice_memory_usage_bytes'],
    ['sluice.store.down', '{limiter}', 'up-down-counter', 'sluice_store_down'],
  ] as const)('%s in %s, a %s, is %s in Prometheus', (name, unit, kind, wanted) => {
    expect(prometheusName({ name, unit, kind, labels: [], help: '' })).toBe(wanted)
  })

  test('keep to what OpenTelemetry and Prometheus ask of them', () => {
    for (const metric of Object.values(definitions)) {
      expect(metric.name).toMatch(/^sluice(\.[a-z]+)+$/)
      expect(metric.name).not.toMatch(/total$/)
      expect(prometheusName(metric)).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(prometheusName(metric).endsWith('_total')).toBe(metric.kind === 'counter')
      expect(metric.help).toMatch(/^[A-Z].{20,}\.$/)
    }
    for (const [label, { attribute }] of Object.entries(labels)) {
      expect(label).toMatch(/^[a-z]+$/)
      expect(attribute).toMatch(/^(sluice\.[a-z]+\.[a-z]+|error\.type)$/)
    }
  })
})
