const YEAR_MS = 31_536_000_000

/** The time since the start; for a log the time that it has, in UTC. */
export function clockText(nowMs: number, fromMs: number): string {
  if (nowMs >= YEAR_MS) return `${new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const sinceMs = nowMs - fromMs
  if (sinceMs >= 60_000) return minutesText(Math.floor(sinceMs / 1000))
  return `${(Math.floor(sinceMs / 10) / 100).toFixed(2)} s`
}

/** `1:05 min`. */
function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}
