import { expect, test } from 'vitest'
import { timelinePlot } from './timeline-plot.ts'
import type { Timeline } from './timeline.ts'

function timeline(panels: number, title = 'access.log'): Timeline {
  const algorithms = Array.from({ length: panels }, (_, i) => ({
    algorithm: `algorithm-${i}`,
    allowed: [5, 3, 0],
    refused: [0, 1200 * i, 0],
  }))
  return { title, fromMs: 1_431_857_103_000, stepMs: 1000, limits: [{ limit: '10/1s', algorithms }] }
}

/** The height of each filled area in pixels: how far its outline reaches up and down. */
function areaHeights(svg: string, color: string): number[] {
  const areas = [...svg.matchAll(new RegExp(`<path d="([^"]*)" fill="${color}"`, 'g'))]
  return areas.map(([, d = '']) => {
    const ys = [...d.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
    return Math.max(...ys) - Math.min(...ys)
  })
}

test('every panel is named and says how many were refused', () => {
  const svg = timelinePlot(timeline(3))
  expect(svg).toContain('algorithm-0, 10/1s: none refused')
  expect(svg).toContain('algorithm-2, 10/1s: 2,400 refused')
  expect(svg).toContain('requests in each 1 s, from 2015-05-17 10:05:03 to 2015-05-17 10:05:06 UTC')
})

test('a panel with twice the refusals has an area of twice the height', () => {
  const [none = NaN, one = NaN, two = NaN] = areaHeights(timelinePlot(timeline(3)), '#d55e00')
  expect(none).toBe(0)
  expect(two / one).toBeCloseTo(2, 1)
})

test('made-up traffic is shown in seconds from its start', () => {
  const svg = timelinePlot({ ...timeline(1), fromMs: 0 })
  expect(svg).toContain('requests in each 1 s, from 0 s to 3 s<')
  expect(svg).toContain('>3 s<')
  expect(svg).not.toContain('1970')
})

test('names from a log cannot become part of the drawing', () => {
  const svg = timelinePlot(timeline(1, 'a<script>&"b'))
  expect(svg).not.toContain('<script')
  expect(svg).toContain('<title>a&lt;script&gt;&amp;"b: allowed')
})

test('a log without requests is an empty drawing, not an error', () => {
  const empty = { algorithm: 'gcra', allowed: [], refused: [] }
  const svg = timelinePlot({
    title: 't',
    fromMs: 0,
    stepMs: 1000,
    limits: [{ limit: '1/1s', algorithms: [empty] }],
  })
  expect(svg).toContain('gcra, 1/1s: none refused')
})
