import type { LaneState } from '../../model/index.ts'
import { share, type Palette, type Surface } from './picture.ts'

/** How far the theoretical arrival time is ahead of now, and how far it may be. */
export function drawArrivalTime(
  { ctx, width, height }: Surface,
  { aheadMs, mostMs }: Extract<LaneState, { readonly kind: 'tat' }>,
  palette: Palette,
): void {
  const left = 8
  const right = width - 10
  const y = Math.round(height / 2)
  const tat = left + (right - left) * share(aheadMs, mostMs)
  ctx.fillStyle = palette.allowed
  ctx.fillRect(left, y - 9, tat - left, 18)
  ctx.strokeStyle = palette.line
  ctx.lineWidth = 1
  ctx.strokeRect(left + 0.5, y - 8.5, right - left - 1, 17)
  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 2
  ctx.beginPath()
  ctx.moveTo(left, y - 15)
  ctx.lineTo(left, y + 15)
  ctx.moveTo(right, y - 15)
  ctx.lineTo(right, y + 15)
  ctx.stroke()
  ctx.fillStyle = palette.text
  ctx.beginPath()
  ctx.moveTo(tat, y - 10)
  ctx.lineTo(tat - 5, y - 17)
  ctx.lineTo(tat + 5, y - 17)
  ctx.fill()
}
