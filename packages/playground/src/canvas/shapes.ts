/** The three marks. They differ in shape and place as well as in colour. */

/** Half the size of a mark, in CSS pixels. */
export const MARK_RADIUS = 3.4

/** Allowed at once: a filled dot. */
export function addDot(path: Path2D, x: number, y: number, radius: number = MARK_RADIUS): void {
  path.moveTo(x + radius, y)
  path.arc(x, y, radius, 0, 2 * Math.PI)
}

/** Refused: a cross. */
export function addCross(path: Path2D, x: number, y: number, radius: number = MARK_RADIUS - 0.4): void {
  path.moveTo(x - radius, y - radius)
  path.lineTo(x + radius, y + radius)
  path.moveTo(x + radius, y - radius)
  path.lineTo(x - radius, y + radius)
}

/** Queued: a hollow ring. */
export function addRing(path: Path2D, x: number, y: number): void {
  addDot(path, x, y, MARK_RADIUS - 0.5)
}
