import type { LaneState } from '../../model/index.ts'
import { addDot } from '../shapes.ts'
import { share, type Palette, type Surface } from './picture.ts'

/** Times closer together than a part of the window are stacked, so high. */
const COLUMNS = 14
const MOST_HIGH = 5

/** The window that ends now; its times move to the left and leave there. */
export function drawLog(
  { ctx, width, height }: Surface,
  { entries, windowMs }: Extract<LaneState, { readonly kind: 'log' }>,
  nowMs: number,
  palette: Palette,
): void {
  const left = 12
  const right = width - 6
  const line = Math.round(height * 0.68)
  ctx.fillStyle = palette.band
  ctx.fillRect(left, line - 34, right - left, 42)
  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.moveTo(left, line - 36)
  ctx.lineTo(left, line + 10)
  ctx.stroke()
  ctx.strokeStyle = palette.line
  ctx.beginPath()
  ctx.moveTo(left, line + 0.5)
  ctx.lineTo(right, line + 0.5)
  ctx.stroke()

  const dots = new Path2D()
  const levels = new Map<number, number>()
  for (const { atMs, cost } of entries) {
    const x = right - (right - left) * share(nowMs - atMs, windowMs)
    const column = Math.floor(atMs / (windowMs / COLUMNS))
    const level = levels.get(column) ?? 0
    levels.set(column, level + cost)
    for (let n = level; n < Math.min(MOST_HIGH, level + cost); n++) addDot(dots, x, line - n * 7)
  }
  ctx.fillStyle = palette.allowed
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- fills a shape, not an array
  ctx.fill(dots)
}
