import type { Palette } from './palette.ts'
import type { Surface } from './surface.ts'
import { indexAtOrAfter } from './time-axis.ts'

const COLUMN = 3

/** How many requests came when, over all of the traffic. */
export function drawOverview(
  { ctx, width, height }: Surface,
  times: ArrayLike<number>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  palette: Palette,
): void {
  const columns = Math.max(1, Math.floor(width / COLUMN))
  const msPerColumn = (toMs - fromMs) / columns
  const counts = Array.from({ length: columns }, (_, at) => {
    const end = at === columns - 1 ? times.length : indexAtOrAfter(times, fromMs + (at + 1) * msPerColumn)
    return end - indexAtOrAfter(times, fromMs + at * msPerColumn)
  })
  const most = Math.max(1, ...counts)
  ctx.fillStyle = palette.muted
  ctx.globalAlpha = 0.55
  counts.forEach((count, at) => {
    if (count === 0) return
    const column = Math.max(2, (height - 4) * Math.sqrt(count / most))
    ctx.fillRect(at * COLUMN, height - column, COLUMN - 1, column)
  })
  ctx.globalAlpha = 1
}
