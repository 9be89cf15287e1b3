/** When this process stood still, so that what a test measures is not blamed for what its machine did. */

const BEAT_MS = 4
/** A beat that comes this much later than it should counts as a stall. */
const LATE_MS = 2

interface Stall {
  readonly fromMs: number
  readonly toMs: number
}

export interface LoopStalls {
  /** For how long, within that time, the event loop ran nothing that was due. Times are those of `performance.now`. */
  within(fromMs: number, toMs: number): number
  stop(): void
}

/** Watches the event loop by a timer of its own. */
export function watchLoop(): LoopStalls {
  const stalls: Stall[] = []
  let lastMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (nowMs - lastMs > BEAT_MS + LATE_MS) stalls.push({ fromMs: lastMs + BEAT_MS, toMs: nowMs })
    lastMs = nowMs
  }, BEAT_MS)
  return {
    within: (fromMs, toMs) =>
      stalls.reduce(
        (sum, stall) => sum + Math.max(0, Math.min(toMs, stall.toMs) - Math.max(fromMs, stall.fromMs)),
        0,
      ),
    stop: () => clearInterval(timer),
  }
}
