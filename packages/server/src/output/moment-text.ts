/** Times below this, in April 1970, are taken as counted from the start of the traffic, not from the Unix epoch. */
const EARLIEST_MOMENT_MS = 10_000_000_000

/** Whether a time is one of the calendar, rather than one since the start of made-up traffic. */
export function isCalendarTime(ms: number): boolean {
  return ms >= EARLIEST_MOMENT_MS
}

/**
 * A time for people, in a row that covers `stepMs`: `2015-05-17 10:05:03` in UTC, without what every row would have
 * alike; for traffic that begins at 0 the time since then, as `12 s` or `1:30:00`.
 */
export function momentText(ms: number, stepMs: number): string {
  if (isCalendarTime(ms)) {
    const [date = '', time = ''] = new Date(ms).toISOString().split('T')
    return stepMs % 86_400_000 === 0 ? date : `${date} ${time.slice(0, stepMs % 1000 === 0 ? 8 : 12)}`
  }
  if (stepMs % 60_000 !== 0) return `${(ms / 1000).toFixed(stepMs % 1000 === 0 ? 0 : 3)} s`
  const minutes = ms / 60_000
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`
}
