/** Beyond what clocks that follow the same time differ by. */
const MOST_DRIFT_MS = 1000

/**
 * The time of day so many milliseconds after a decision. The clock of a store follows the time of day unless that was
 * corrected, stands in a test, or belongs to another machine; where it is ahead or far off, the wait is what counts.
 */
export function wallDate(atMs: number, afterMs: number): Date {
  const driftMs = Date.now() - atMs
  return new Date(atMs + afterMs + (driftMs < 0 || driftMs > MOST_DRIFT_MS ? driftMs : 0))
}
