/** One lane's requests on the time axis: on the line if allowed, above it if refused. */
import { Outcome } from '../model/index.ts'
import type { Palette } from './palette.ts'
import { drawColumns, isAlone, type Columns } from './columns.ts'
import { CLOSEST, lineY, refusedY, type StackSteps } from './lane-heights.ts'
import { addCross, addDot, addRing } from './shapes.ts'
import type { LaneMarks, Stacks } from './stacks.ts'
import type { Surface } from './surface.ts'
import { xOf, type TimeAxis } from './time-axis.ts'

export function drawMarks(
  surface: Surface,
  axis: TimeAxis,
  marks: LaneMarks,
  stacks: Stacks,
  steps: StackSteps,
  palette: Palette,
): void {
  const paths = { allowed: new Path2D(), refused: new Path2D(), queued: new Path2D(), waits: new Path2D() }
  const columns = { onLine: steps.onLine < CLOSEST, refused: steps.refused < CLOSEST }
  if (columns.onLine || columns.refused) drawColumns(surface, axis, stacks, steps, columns, palette)
  placeMarks({ axis, height: surface.height, marks, stacks, steps, columns, paths })
  const { ctx } = surface
  ctx.lineWidth = 1
  ctx.strokeStyle = palette.queued
  ctx.globalAlpha = 0.45
  ctx.stroke(paths.waits)
  ctx.globalAlpha = 1
  ctx.fillStyle = palette.allowed
  ctx.fill(paths.allowed)
  ctx.lineWidth = 1.9
  ctx.strokeStyle = palette.refused
  ctx.stroke(paths.refused)
  ctx.strokeStyle = palette.queued
  ctx.fillStyle = palette.surface
  ctx.fill(paths.queued)
  ctx.stroke(paths.queued)
}

type Paths = Readonly<Record<'allowed' | 'refused' | 'queued' | 'waits', Path2D>>

interface Placing {
  readonly axis: TimeAxis
  readonly height: number
  readonly marks: LaneMarks
  readonly stacks: Stacks
  readonly steps: StackSteps
  readonly columns: Columns
  readonly paths: Paths
}

/** Where everything is dense, few marks are left of very many requests: those alone in their stack. */
function placeMarks(placing: Placing): void {
  const { stacks, columns } = placing
  if (!columns.onLine || !columns.refused) return placeOneByOne(placing)
  for (let at = 0; at < stacks.allowed.length; at++) {
    if (isAlone(stacks, at)) placeMark(placing, stacks.lastOnLine[at]!, 0)
    if (stacks.refused[at] === 1) placeMark(placing, stacks.lastRefused[at]!, 0)
  }
}

function placeOneByOne(placing: Placing): void {
  const { marks, stacks, columns } = placing
  const onLine = new Uint32Array(stacks.allowed.length)
  const above = new Uint32Array(stacks.allowed.length)
  for (let i = stacks.from; i < marks.decided; i++) {
    const isRefused = marks.outcomes[i] === Outcome.refused
    const at = Math.floor((marks.times[i]! + marks.delays[i]! - stacks.firstMs) / stacks.stackMs)
    const isInColumn = isRefused
      ? columns.refused && stacks.refused[at] !== 1
      : columns.onLine && !isAlone(stacks, at)
    if (isInColumn) continue
    const levels = isRefused ? above : onLine
    placeMark(placing, i, at >= 0 && at < levels.length ? levels[at]!++ : 0)
  }
}

function placeMark({ axis, height, marks, steps, paths }: Placing, i: number, level: number): void {
  const arrivesMs = marks.times[i]!
  const x = xOf(axis, arrivesMs)
  const y = lineY(height) - level * steps.onLine
  const outcome = marks.outcomes[i]
  if (outcome === Outcome.refused) addCross(paths.refused, x, refusedY(height) - level * steps.refused)
  else if (outcome === Outcome.queued) {
    addQueued(paths, axis, { arrivesMs, leavesMs: arrivesMs + marks.delays[i]! }, refusedY(height), y)
  } else addDot(paths.allowed, x, y)
}

/** A ring that comes down to the line as its time to leave comes near, and the way that it takes. */
function addQueued(
  paths: Paths,
  axis: TimeAxis,
  { arrivesMs, leavesMs }: { readonly arrivesMs: number; readonly leavesMs: number },
  fromY: number,
  toY: number,
): void {
  const way = Math.min(1, (axis.nowMs - arrivesMs) / (leavesMs - arrivesMs))
  const x = xOf(axis, Math.min(axis.nowMs, leavesMs))
  const y = fromY + (toY - fromY) * way
  paths.waits.moveTo(xOf(axis, arrivesMs), fromY)
  paths.waits.lineTo(x, y)
  addRing(paths.queued, x, y)
}
