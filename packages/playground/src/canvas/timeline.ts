import type { LaneRun } from '../model/index.ts'
import { drawSlidingWindow, drawWindows } from './bands.ts'
import { lineY, type StackSteps } from './lane-heights.ts'
import { drawMarks } from './marks.ts'
import type { Palette } from './palette.ts'
import type { LaneMarks, Stacks } from './stacks.ts'
import type { Surface } from './surface.ts'
import { xOf, type TimeAxis } from './time-axis.ts'

export interface TimelineContent {
  readonly run: LaneRun
  readonly marks: LaneMarks
  readonly stacks: Stacks
  readonly steps: StackSteps
  /** When the request came whose answer is shown. */
  readonly selectedMs: number | undefined
}

export function drawTimeline(
  surface: Surface,
  axis: TimeAxis,
  { run, marks, stacks, steps, selectedMs }: TimelineContent,
  palette: Palette,
): void {
  const { windowMs } = run.promised
  if (run.name === 'fixed-window' || run.name === 'sliding-window-counter') {
    drawWindows(surface, axis, windowMs, palette)
  }
  if (run.name === 'sliding-log') drawSlidingWindow(surface, axis, windowMs, palette)
  drawLine(surface, palette)
  if (selectedMs !== undefined) drawSelected(surface, xOf(axis, selectedMs), palette)
  drawMarks(surface, axis, marks, stacks, steps, palette)
}

function drawLine({ ctx, width, height }: Surface, palette: Palette): void {
  ctx.strokeStyle = palette.line
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(0, lineY(height))
  ctx.lineTo(width, lineY(height))
  ctx.stroke()
}

function drawSelected({ ctx, height }: Surface, x: number, palette: Palette): void {
  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.moveTo(x, 0)
  ctx.lineTo(x, height)
  ctx.stroke()
  ctx.fillStyle = palette.text
  ctx.beginPath()
  ctx.moveTo(x, lineY(height) + 2)
  ctx.lineTo(x - 4.5, height)
  ctx.lineTo(x + 4.5, height)
  ctx.fill()
}
