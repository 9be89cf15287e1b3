import type { LaneState } from '../../model/index.ts'
import { MARK_RADIUS } from '../shapes.ts'
import { COUNTABLE, drawUnits, type Palette, type Surface } from './picture.ts'

type Queue = Extract<LaneState, { readonly kind: 'queue' }>

/** Places in a row; the next to leave stands at the right, before the way out. */
export function drawQueue(surface: Surface, state: Queue, palette: Palette): void {
  const { ctx, width, height } = surface
  const middle = Math.round(height / 2)
  const exit = width - 18
  drawWayOut(ctx, exit, middle, palette)
  if (state.places <= COUNTABLE) drawPlaces(ctx, state, { exit, middle }, palette)
  else {
    const box = { x: 4, y: middle - 9, width: exit - 8, height: 18 }
    drawUnits(
      surface,
      box,
      { part: state.waiting.length, whole: state.places },
      { fill: palette.queued, line: palette.line },
    )
  }
}

function drawPlaces(
  ctx: CanvasRenderingContext2D,
  { waiting, places }: Queue,
  { exit, middle }: { readonly exit: number; readonly middle: number },
  palette: Palette,
): void {
  const rows = places > COUNTABLE / 2 ? 2 : 1
  const columns = Math.max(1, Math.ceil(places / rows))
  const apart = Math.min(19, (exit - 6) / columns)
  const radius = Math.min(MARK_RADIUS * 1.7, apart / 2 - 1.5)
  for (let n = 0; n < places; n++) {
    const x = exit - 4 - apart * (Math.floor(n / rows) + 0.5)
    const y = middle + (rows === 1 ? 0 : (n % 2 === 0 ? -0.5 : 0.5) * (2 * radius + 5))
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    const isTaken = n < waiting.length
    ctx.lineWidth = isTaken ? 2.5 : 1
    ctx.setLineDash(isTaken ? [] : [2, 2])
    ctx.strokeStyle = isTaken ? palette.queued : palette.line
    ctx.stroke()
  }
  ctx.setLineDash([])
}

function drawWayOut(ctx: CanvasRenderingContext2D, x: number, y: number, palette: Palette): void {
  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 2
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(x, y)
  ctx.lineTo(x + 12, y)
  ctx.moveTo(x + 7, y - 5)
  ctx.lineTo(x + 12, y)
  ctx.lineTo(x + 7, y + 5)
  ctx.stroke()
}
