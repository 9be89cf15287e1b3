import type { LaneState } from '../../model/index.ts'
import { share, type Palette, type Surface } from './picture.ts'

type Counter = Extract<LaneState, { readonly kind: 'counter' }>

/** Two windows as columns. The frame spans one window that ends now: what it covers of the previous one counts. */
export function drawCounter(
  { ctx, width, height }: Surface,
  { previous, current, weight, limit }: Counter,
  palette: Palette,
): void {
  const left = 5
  const half = (width - 2 * left) / 2
  const middle = left + half
  const top = 10
  const bottom = height - 8
  const counted = middle - half * weight
  const heightOf = (count: number): number => (bottom - top) * share(count, limit)

  ctx.fillStyle = palette.allowed
  ctx.globalAlpha = 0.3
  ctx.fillRect(left, bottom - heightOf(previous), half - 1, heightOf(previous))
  ctx.globalAlpha = 1
  ctx.fillRect(counted, bottom - heightOf(previous), middle - 1 - counted, heightOf(previous))
  ctx.fillRect(middle + 1, bottom - heightOf(current), half - 1, heightOf(current))

  ctx.strokeStyle = palette.line
  ctx.lineWidth = 1
  ctx.setLineDash([3, 3])
  ctx.beginPath()
  ctx.moveTo(left, top + 0.5)
  ctx.lineTo(width - left, top + 0.5)
  ctx.moveTo(middle, top - 4)
  ctx.lineTo(middle, bottom)
  ctx.stroke()
  ctx.setLineDash([])
  ctx.beginPath()
  ctx.moveTo(left, bottom + 0.5)
  ctx.lineTo(width - left, bottom + 0.5)
  ctx.stroke()

  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 2
  ctx.strokeRect(counted, top - 5, half, bottom - top + 10)
}
