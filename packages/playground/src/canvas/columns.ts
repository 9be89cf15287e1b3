/** Traffic too dense for marks: filled columns for allowed, outlined ones for queued, striped ones above for refused. */
import { lineY, refusedY, type StackSteps } from './lane-heights.ts'
import type { Palette } from './palette.ts'
import { STACK_WIDTH, type Stacks } from './stacks.ts'
import type { Surface } from './surface.ts'
import { xOf, type TimeAxis } from './time-axis.ts'

/** What is drawn as columns. */
export type Columns = Readonly<Record<'onLine' | 'refused', boolean>>

const WIDTH = STACK_WIDTH - 2
const STRIPE = 2
const STRIPES_APART = 3

/** Whether a stack holds one request on the line, which is drawn as a mark however dense the others are. */
export function isAlone({ allowed, queued }: Stacks, at: number): boolean {
  return (allowed[at] ?? 0) + (queued[at] ?? 0) === 1
}

export function drawColumns(
  { ctx, height }: Surface,
  axis: TimeAxis,
  stacks: Stacks,
  steps: StackSteps,
  columns: Columns,
  palette: Palette,
): void {
  const line = lineY(height)
  const leftOf = (at: number): number => xOf(axis, stacks.firstMs + at * stacks.stackMs) + 1
  if (columns.onLine) {
    ctx.fillStyle = palette.allowed
    ctx.strokeStyle = palette.queued
    ctx.lineWidth = 1
    stacks.allowed.forEach((count, at) => {
      if (isAlone(stacks, at)) return
      const allowed = count * steps.onLine
      const queued = stacks.queued[at]! * steps.onLine
      if (allowed > 0) ctx.fillRect(leftOf(at), line - allowed, WIDTH, allowed)
      if (queued > 0)
        ctx.strokeRect(leftOf(at) + 0.5, line - allowed - queued + 0.5, WIDTH - 1, Math.max(1, queued - 1))
    })
  }
  if (columns.refused) {
    ctx.fillStyle = stripes(ctx, palette.refused)
    const bottom = refusedY(height)
    stacks.refused.forEach((count, at) => {
      if (count > 1) ctx.fillRect(leftOf(at), bottom - count * steps.refused, WIDTH, count * steps.refused)
    })
  }
}

const made = new Map<string, CanvasPattern>()

function stripes(ctx: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const known = made.get(colour)
  if (known !== undefined) return known
  const tile = new OffscreenCanvas(1, STRIPES_APART)
  const tileCtx = tile.getContext('2d')
  if (tileCtx === null) return colour
  tileCtx.fillStyle = colour
  tileCtx.fillRect(0, 0, 1, STRIPE)
  const pattern = ctx.createPattern(tile, 'repeat')
  if (pattern !== null) made.set(colour, pattern)
  return pattern ?? colour
}
