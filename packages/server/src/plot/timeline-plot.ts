import { durationText } from '../output/duration-text.ts'
import { isCalendarTime, momentText } from '../output/moment-text.ts'
import { renderSvg } from './render-svg.ts'
import { theme } from './theme.ts'
import type { LaneCounts } from './timeline-counts.ts'

/** What a limit did over time, by algorithm. */
export interface Timeline {
  /** The log, and whatever else tells this plot from others. */
  readonly title: string
  /** Where the first step starts, in milliseconds since the Unix epoch. */
  readonly fromMs: number
  readonly stepMs: number
  /** A column of panels for each limit. */
  readonly limits: readonly TimelineLimit[]
}

/** One limit of a timeline. */
export interface TimelineLimit {
  /** As it was written: `100/60s`. */
  readonly limit: string
  /** A panel for each algorithm. */
  readonly algorithms: readonly TimelinePanel[]
}

/** One algorithm of a timeline. */
interface TimelinePanel extends LaneCounts {
  readonly algorithm: string
}

const PANEL = { width: 640, height: 86, gap: 34, left: 56, right: 24 }
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
  const panels = places.map((place, index) => panelOption(timeline, place, index, panelWidth))
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

/** Made-up traffic starts at 0, where a calendar would say 1970. */
function timeAxis(fromMs: number) {
  return { type: isCalendarTime(fromMs) ? 'time' : 'value' }
}

function timeLabels(fromMs: number) {
  if (!isCalendarTime(fromMs))
    return { formatter: (ms: number) => `${(ms / 1000).toLocaleString('en-GB')} s` }
  return {
    formatter: {
      year: '{yyyy}',
      month: '{MMM} {yyyy}',
      day: '{d} {MMM}',
      hour: '{HH}:{mm}',
      minute: '{HH}:{mm}',
      second: '{HH}:{mm}:{ss}',
    },
  }
}

function subtitle({ fromMs, stepMs, limits }: Timeline): string {
  const steps = limits[0]?.algorithms[0]?.allowed.length ?? 0
  const until = momentText(fromMs + steps * stepMs, 1000)
  return `requests in each ${durationText(stepMs)}, from ${momentText(fromMs, 1000)} to ${until}${isCalendarTime(fromMs) ? ' UTC' : ''}`
}

interface Place {
  readonly limit: string
  readonly panel: TimelinePanel
  readonly column: number
  readonly row: number
  readonly isLowest: boolean
}

function panelOption(
  timeline: Timeline,
  { limit, panel, column, row, isLowest }: Place,
  index: number,
  width: number,
) {
  const left = column * (PANEL.left + width + PANEL.right) + PANEL.left
  const top = TOP + row * (PANEL.height + PANEL.gap)
  const refused = panel.refused.reduce((sum, count) => sum + count, 0)
  const axisLine = { lineStyle: { color: theme.axis.light } }
  const at = { xAxisIndex: index, yAxisIndex: index }
  return {
    title: {
      text: `${panel.algorithm}, ${limit}: ${refused === 0 ? 'none' : refused.toLocaleString('en-GB')} refused`,
      left,
      top: top - 22,
      padding: 0,
      borderColor: theme.grid.light,
      textStyle: { fontSize: 12, fontWeight: 600, color: theme.text.light },
    },
    grid: { left, top, width, height: PANEL.height },
    xAxis: {
      ...timeAxis(timeline.fromMs),
      gridIndex: index,
      splitNumber: Math.floor(width / 90),
      splitLine: { show: false },
      axisLine,
      axisTick: axisLine,
      axisLabel: {
        ...timeLabels(timeline.fromMs),
        show: isLowest,
        hideOverlap: true,
        color: theme.text.light,
      },
      min: timeline.fromMs,
      max: timeline.fromMs + panel.allowed.length * timeline.stepMs,
    },
    yAxis: {
      type: 'value',
      gridIndex: index,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.grid.light } },
      axisLabel: { color: theme.text.light },
    },
    series: [
      area('refused', theme.vermillion.light, { width: 0, opacity: 0.9 }, panel.refused, timeline, at),
      area('allowed', theme.blue.light, { width: 1, opacity: 0.3 }, panel.allowed, timeline, at),
    ],
  }
}

function area(
  name: string,
  color: string,
  { width, opacity }: { readonly width: number; readonly opacity: number },
  counts: readonly number[],
  { fromMs, stepMs }: Timeline,
  at: { readonly xAxisIndex: number; readonly yAxisIndex: number },
) {
  const ends = [...counts, counts.at(-1) ?? 0]
  return {
    name,
    type: 'line',
    silent: true,
    emphasis: { disabled: true },
    step: 'end',
    stack: `panel ${at.xAxisIndex}`,
    symbol: 'none',
    color,
    lineStyle: { width, color },
    areaStyle: { color, opacity },
    data: ends.map((count, i) => [fromMs + i * stepMs, count]),
    ...at,
  }
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
