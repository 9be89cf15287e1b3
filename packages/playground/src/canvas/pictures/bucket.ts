import type { LaneState } from '../../model/index.ts'
import { COUNTABLE, share, type Palette, type Surface } from './picture.ts'

/** A bucket, filled to its level, with a line for each token. */
export function drawBucket(
  { ctx, width, height }: Surface,
  { level, capacity }: Extract<LaneState, { readonly kind: 'bucket' }>,
  palette: Palette,
): void {
  const top = 8
  const bottom = height - 6
  const half = Math.min(width / 2 - 4, 34)
  const slope = half * 0.22
  const middle = width / 2
  /** Half the width of the bucket's inside at a height. */
  const halfAt = (y: number): number => half - (slope * (y - top)) / (bottom - top)
  const yOf = (tokens: number): number => bottom - (bottom - top) * share(tokens, capacity)

  const surface = yOf(level)
  ctx.fillStyle = palette.allowed
  ctx.globalAlpha = 0.85
  ctx.beginPath()
  ctx.moveTo(middle - halfAt(surface), surface)
  ctx.lineTo(middle + halfAt(surface), surface)
  ctx.lineTo(middle + halfAt(bottom), bottom)
  ctx.lineTo(middle - halfAt(bottom), bottom)
  ctx.fill()
  ctx.globalAlpha = 1

  ctx.lineWidth = 1
  if (capacity <= COUNTABLE) {
    for (let tokens = 1; tokens < capacity; tokens++) {
      const y = Math.round(yOf(tokens)) + 0.5
      ctx.strokeStyle = tokens < level ? palette.surface : palette.line
      ctx.beginPath()
      ctx.moveTo(middle - halfAt(y) + 1, y)
      ctx.lineTo(middle + halfAt(y) - 1, y)
      ctx.stroke()
    }
  }
  ctx.strokeStyle = palette.muted
  ctx.lineWidth = 2
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(middle - half - 1, top - 4)
  ctx.lineTo(middle - halfAt(bottom) - 1, bottom + 1)
  ctx.lineTo(middle + halfAt(bottom) + 1, bottom + 1)
  ctx.lineTo(middle + half + 1, top - 4)
  ctx.stroke()
}
