/** What the pictures of a lane's state share. */
import type { Palette } from '../palette.ts'
import type { Surface } from '../surface.ts'

export type { Palette, Surface }

/** Up to so many units are drawn one by one; more as an amount. */
export const COUNTABLE = 16

/** A share as a part of 1, for counts that may stand above what a changed limit now allows. */
export function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

/** A box for units, filled from the left as far as `part` of them. Countable units get a box each. */
export function drawUnits(
  { ctx }: Surface,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { part, whole }: { readonly part: number; readonly whole: number },
  { fill, line }: { readonly fill: string; readonly line: string },
): void {
  const boxes = whole <= COUNTABLE ? Math.max(1, Math.ceil(whole)) : 1
  const gap = boxes === 1 ? 0 : 2
  const width = (box.width - gap * (boxes - 1)) / boxes
  ctx.lineWidth = 1
  for (let n = 0; n < boxes; n++) {
    const x = box.x + n * (width + gap)
    const filled = boxes === 1 ? share(part, whole) : Math.min(1, Math.max(0, part - n))
    ctx.fillStyle = fill
    ctx.fillRect(x, box.y, width * filled, box.height)
    ctx.strokeStyle = line
    ctx.strokeRect(x + 0.5, box.y + 0.5, width - 1, box.height - 1)
  }
}
