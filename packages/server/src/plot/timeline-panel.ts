import { isCalendarTime } from '../output/moment-text.ts'
import { theme } from './theme.ts'
import type { Timeline, TimelinePanel } from './timeline.ts'

/** Pixels of a panel, and of the room around it. */
export const PANEL: Readonly<Record<'width' | 'height' | 'gap' | 'left' | 'right', number>> = {
  width: 640,
  height: 86,
  gap: 34,
  left: 56,
  right: 24,
}

/** Where a panel stands in the plot. */
interface Place {
  readonly limit: string
  readonly panel: TimelinePanel
  readonly column: number
  readonly row: number
  readonly isLowest: boolean
}

/** What one panel adds to each list of the plot's option. */
interface PanelOption {
  readonly title: object
  readonly grid: object
  readonly xAxis: object
  readonly yAxis: object
  readonly series: readonly object[]
}

/**
 * The parts of one panel: its title, its axes and its two areas.
 *
 * @param index of the panel, by which its parts find each other
 */
export function panelOption(
  timeline: Timeline,
  { limit, panel, column, row, isLowest }: Place,
  index: number,
  { top: firstTop, width }: { readonly top: number; readonly width: number },
): PanelOption {
  const left = column * (PANEL.left + width + PANEL.right) + PANEL.left
  const top = firstTop + row * (PANEL.height + PANEL.gap)
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
