import { durationText } from '../output/duration-text.ts'
import { isCalendarTime, momentText } from '../output/moment-text.ts'
import { renderSvg } from './render-svg.ts'
import { theme } from './theme.ts'
import { PANEL, panelOption } from './timeline-panel.ts'
import type { Timeline, TimelineLimit } from './timeline.ts'

/** Room for the heading, and for the times below the lowest panels. */
const TOP = 84
const BOTTOM = 36

/**
 * Allowed and refused requests over time: a panel for each algorithm, a column for each limit, all on one scale. The
 * refused ones stand at the bottom, where they can be read off, and the allowed ones on top of them.
 *
 * @returns the text of an SVG file
 */
export function timelinePlot(timeline: Timeline): string {
  const { title, limits } = timeline
  const rows = Math.max(...limits.map(({ algorithms }) => algorithms.length))
  const panelWidth = Math.max(280, Math.floor(PANEL.width / limits.length))
  const places = limits.flatMap(({ limit, algorithms }, column) =>
    algorithms.map((panel, row) => ({ limit, panel, column, row, isLowest: row === algorithms.length - 1 })),
  )
  const scale = roundedUp(mostInAStep(limits))
  const panels = places.map((place, index) =>
    panelOption(timeline, place, index, { top: TOP, width: panelWidth }),
  )
  const heading = { text: title, subtext: subtitle(timeline), left: 12, top: 8 }
  return renderSvg({
    width: limits.length * (PANEL.left + panelWidth + PANEL.right),
    height: TOP + rows * (PANEL.height + PANEL.gap) - PANEL.gap + BOTTOM,
    title: `${title}: allowed and refused requests over time, by algorithm`,
    option: {
      title: [{ ...heading, ...headingStyle }, ...panels.map((panel) => panel.title)],
      legend: { ...legendStyle, data: ['allowed', 'refused'] },
      grid: panels.map(({ grid }) => grid),
      xAxis: panels.map(({ xAxis }) => xAxis),
      yAxis: panels.map(({ yAxis }) => ({ ...yAxis, max: scale, interval: scale / 2 })),
      series: panels.flatMap(({ series }) => series),
    },
  })
}

const legendStyle = {
  right: 16,
  top: 12,
  itemGap: 18,
  icon: 'roundRect',
  borderColor: theme.grid.light,
  selectedMode: false,
  textStyle: { color: theme.text.light },
}

const headingStyle = {
  textStyle: { fontSize: 15, fontWeight: 600, color: theme.text.light },
  subtextStyle: { fontSize: 12, color: theme.text.light },
  itemGap: 4,
  borderColor: theme.grid.light,
}

function subtitle({ fromMs, stepMs, limits }: Timeline): string {
  const steps = limits[0]?.algorithms[0]?.allowed.length ?? 0
  const until = momentText(fromMs + steps * stepMs, 1000)
  return `requests in each ${durationText(stepMs)}, from ${momentText(fromMs, 1000)} to ${until}${isCalendarTime(fromMs) ? ' UTC' : ''}`
}

/** The top of every scale, so that panels can be compared. */
function mostInAStep(limits: readonly TimelineLimit[]): number {
  const totals = limits.flatMap(({ algorithms }) =>
    algorithms.flatMap(({ allowed, refused }) => allowed.map((count, i) => count + refused[i]!)),
  )
  return totals.reduce((most, total) => Math.max(most, total), 1)
}

/** The next number that is easy to read and has a whole half: 2, 4, 6, 8, 10, 20, 30, 40, 50, 60, 80, 100 and so on. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const numbers = [2, 3, 4, 5, 6, 8, 10, 20].map((step) => step * power)
  return numbers.find((number) => number >= value && number % 2 === 0)!
}
