import type { LaneState } from '../../model/index.ts'
import { drawUnits, share, type Palette, type Surface } from './picture.ts'

/** The window's count, and below it how near its edge is. */
export function drawWindow(
  surface: Surface,
  { count, limit, startMs, endMs }: Extract<LaneState, { readonly kind: 'window' }>,
  nowMs: number,
  palette: Palette,
): void {
  const { ctx, width, height } = surface
  const box = { x: 4, y: Math.round(height / 2) - 16, width: width - 8, height: 20 }
  drawUnits(surface, box, { part: count, whole: limit }, { fill: palette.allowed, line: palette.line })

  const y = box.y + box.height + 12
  const gone = box.x + box.width * share(nowMs - startMs, endMs - startMs)
  ctx.strokeStyle = palette.line
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.moveTo(box.x, y)
  ctx.lineTo(box.x + box.width, y)
  ctx.stroke()
  ctx.strokeStyle = palette.muted
  ctx.beginPath()
  ctx.moveTo(box.x, y)
  ctx.lineTo(gone, y)
  ctx.moveTo(box.x + box.width - 1, y - 6)
  ctx.lineTo(box.x + box.width - 1, y + 6)
  ctx.stroke()
  ctx.fillStyle = palette.muted
  ctx.beginPath()
  ctx.arc(gone, y, 4, 0, 2 * Math.PI)
  ctx.fill()
}
