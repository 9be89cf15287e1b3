/** Calls `onFrame` for every frame of the screen, with the milliseconds since the one before. */

/** Time does not jump when the page was in the background. */
const LONGEST_MS = 100
/** With reduced motion the picture moves on in steps. */
const CALM_STEP_MS = 500

export function startFrames(onFrame: (elapsedMs: number) => void): void {
  const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)')
  let lastMs = performance.now()
  const frame = (nowMs: number): void => {
    requestAnimationFrame(frame)
    const elapsedMs = nowMs - lastMs
    if (prefersCalm.matches && elapsedMs < CALM_STEP_MS) return
    lastMs = nowMs
    onFrame(Math.min(Math.max(0, elapsedMs), prefersCalm.matches ? CALM_STEP_MS : LONGEST_MS))
  }
  requestAnimationFrame(frame)
}
