import { expect, test } from 'vitest'
import { burstRatePlot } from './burst-rate-plot.ts'
import { timelinePlot } from './timeline-plot.ts'
import type { Timeline } from './timeline.ts'

const panel = { algorithm: 'gcra', allowed: [5, 3, 0], refused: [0, 2, 0] }
const timeline: Timeline = {
  title: 'access.log',
  fromMs: 1_431_857_103_000,
  stepMs: 1000,
  limits: [{ limit: '10/1s', algorithms: [panel] }],
}
const share = { share: 1, clients: 3, bursts: [9, 4], smallest: [{ rate: '1/s', burst: 9 }] }

test.each([
  ['a timeline', timelinePlot(timeline)],
  ['a timeline of made-up traffic', timelinePlot({ ...timeline, fromMs: 0 })],
  [
    'bursts over rates',
    burstRatePlot('access.log', { rates: ['1/s', '5/s'], suggestions: [share], neediest: [] }),
  ],
])('a dark screen swaps every colour of %s', (_, svg) => {
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(svg) ?? []
  expect(style).toContain('@media (prefers-color-scheme:dark)')
  // Neither a clip nor the inside of a straight line can be seen.
  const unseen = /<clipPath.*?<\/clipPath>|(?<=d="M[\d. ]+L[\d. ]+"[^>]*)fill="#000"/gs
  const drawn = svg.slice(svg.indexOf('</style>')).replaceAll(unseen, '')
  const colours = new Set([...drawn.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)].map(([, colour]) => colour))
  expect(colours.size).toBeGreaterThan(3)
  expect([...colours].filter((colour) => !style.includes(`"${colour}"`))).toEqual([])
})
