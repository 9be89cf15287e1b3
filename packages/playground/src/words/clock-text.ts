const YEAR_MS = 31_536_000_000

/** The time since the start; for a log the time that it has, in UTC. */
export function clockText(nowMs: number, fromMs: number): string {
  if (nowMs >= YEAR_MS) return `${new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const sinceMs = nowMs - fromMs
  if (sinceMs >= 60_000) return longText(Math.floor(sinceMs / 1000))
  return `${(Math.floor(sinceMs / 10) / 100).toFixed(2)} s`
}

/** `1:05 min`, `2:09:36 h`. */
function longText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)} min`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)} h`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
