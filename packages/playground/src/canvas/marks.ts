/** One lane's requests on the time axis: on the line if allowed, above it if refused. */
import type { Palette } from './palette.ts'
import { addCross, addDot, addRing, MARK_RADIUS } from './shapes.ts'
import { QUEUED, REFUSED, STACK_WIDTH, type LaneMarks, type Stacks } from './stacks.ts'
import type { Surface } from './surface.ts'
import { xOf, type TimeAxis } from './time-axis.ts'

/** Marks of a stack do not come closer than this, in CSS pixels; what is denser is drawn as columns. */
const CLOSEST = 3.5
const APART = 2 * MARK_RADIUS + 0.6

/** How the height of a lane is shared, as parts of it from the top. */
const REFUSED_TOP = 0.06
const REFUSED_LINE = 0.42
const ALLOWED_TOP = 0.53
const LINE = 0.92

/** The distance of two marks in a stack; the same in all lanes, so that heights can be compared. */
export interface StackSteps {
  readonly onLine: number
  readonly refused: number
}

export function stepsFor(height: number, all: readonly Stacks[]): StackSteps {
  const highest = (of: (stacks: Stacks) => number): number => Math.max(2, ...all.map(of))
  const step = (from: number, to: number, most: number): number =>
    Math.min(APART, (height * (to - from)) / (most - 1))
  return {
    onLine: step(
      ALLOWED_TOP,
      LINE,
      highest((stacks) => stacks.highestOnLine),
    ),
    refused: step(
      REFUSED_TOP,
      REFUSED_LINE,
      highest((stacks) => stacks.highestRefused),
    ),
  }
}

export function lineY(height: number): number {
  return Math.round(height * LINE) + 0.5
}

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
  if (!columns.onLine || !columns.refused) placeMarks(surface, axis, marks, stacks, steps, columns, paths)
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
type Columns = Readonly<Record<'onLine' | 'refused', boolean>>

function placeMarks(
  { height }: Surface,
  axis: TimeAxis,
  marks: LaneMarks,
  stacks: Stacks,
  steps: StackSteps,
  columns: Columns,
  paths: Paths,
): void {
  const onLine = new Uint32Array(stacks.allowed.length)
  const above = new Uint32Array(stacks.allowed.length)
  const waitY = height * REFUSED_LINE
  for (let i = stacks.from; i < marks.decided; i++) {
    const outcome = marks.outcomes[i]
    const isRefused = outcome === REFUSED
    if (isRefused ? columns.refused : columns.onLine) continue
    const arrivesMs = marks.times[i]!
    const leavesMs = arrivesMs + marks.delays[i]!
    const at = Math.floor((leavesMs - stacks.firstMs) / stacks.stackMs)
    const levels = isRefused ? above : onLine
    const level = at >= 0 && at < levels.length ? levels[at]!++ : 0
    if (isRefused) addCross(paths.refused, xOf(axis, arrivesMs), waitY - level * steps.refused)
    else if (outcome === QUEUED) {
      addQueued(paths, axis, { arrivesMs, leavesMs }, waitY, lineY(height) - level * steps.onLine)
    } else addDot(paths.allowed, xOf(axis, arrivesMs), lineY(height) - level * steps.onLine)
  }
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

/** Dense traffic: filled columns for allowed, outlined ones for queued, striped ones above for refused. */
function drawColumns(
  { ctx, height }: Surface,
  axis: TimeAxis,
  stacks: Stacks,
  steps: StackSteps,
  columns: Columns,
  palette: Palette,
): void {
  const width = STACK_WIDTH - 2
  ctx.lineWidth = 1
  for (let at = 0; at < stacks.allowed.length; at++) {
    const x = xOf(axis, stacks.firstMs + at * stacks.stackMs) + 1
    const allowed = stacks.allowed[at]! * steps.onLine
    const queued = stacks.queued[at]! * steps.onLine
    if (columns.onLine && allowed > 0) {
      ctx.fillStyle = palette.allowed
      ctx.fillRect(x, lineY(height) - allowed, width, allowed)
    }
    if (columns.onLine && queued > 0) {
      ctx.strokeStyle = palette.queued
      ctx.strokeRect(x + 0.5, lineY(height) - allowed - queued + 0.5, width - 1, Math.max(1, queued - 1))
    }
    if (columns.refused && stacks.refused[at]! > 0) {
      ctx.fillStyle = palette.refused
      const top = height * REFUSED_LINE - stacks.refused[at]! * steps.refused
      for (let y = height * REFUSED_LINE; y > top; y -= 3) ctx.fillRect(x, y - 2, width, 2)
    }
  }
}
