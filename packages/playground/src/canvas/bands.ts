/** What stands behind the marks: windows with their edges, or the stretch that a sliding limit looks at. */
import type { Palette } from './palette.ts'
import type { Surface } from './surface.ts'
import { firstVisibleMs, xOf, type TimeAxis } from './time-axis.ts'

/** Windows from multiples of `windowMs`, every second one shaded, with a dashed line at each edge. */
export function drawWindows(
  { ctx, width, height }: Surface,
  axis: TimeAxis,
  windowMs: number,
  palette: Palette,
): void {
  const firstWindow = Math.floor(firstVisibleMs(axis) / windowMs)
  const windows = (axis.nowMs - firstVisibleMs(axis)) / windowMs
  // Below that the windows would be a grey blur.
  if (windows > width / 6) return
  ctx.strokeStyle = palette.line
  ctx.lineWidth = 1
  ctx.setLineDash([3, 3])
  for (let n = firstWindow; n * windowMs <= axis.nowMs; n++) {
    const left = xOf(axis, n * windowMs)
    const right = Math.min(width, xOf(axis, (n + 1) * windowMs))
    if (n % 2 === 0) {
      ctx.fillStyle = palette.band
      ctx.fillRect(Math.max(0, left), 0, right - Math.max(0, left), height)
    }
    ctx.beginPath()
    ctx.moveTo(left, 0)
    ctx.lineTo(left, height)
    ctx.stroke()
  }
  ctx.setLineDash([])
}

/** The last `windowMs`, which move along with now. */
export function drawSlidingWindow(
  { ctx, height }: Surface,
  axis: TimeAxis,
  windowMs: number,
  palette: Palette,
): void {
  const left = Math.max(0, xOf(axis, axis.nowMs - windowMs))
  ctx.fillStyle = palette.band
  ctx.fillRect(left, 0, xOf(axis, axis.nowMs) - left, height)
  if (left === 0) return
  ctx.strokeStyle = palette.line
  ctx.lineWidth = 1
  ctx.setLineDash([3, 3])
  ctx.beginPath()
  ctx.moveTo(left, 0)
  ctx.lineTo(left, height)
  ctx.stroke()
  ctx.setLineDash([])
}
