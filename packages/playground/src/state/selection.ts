/** The request whose answer is shown. */
import type { Session } from './session.ts'

/** The next request, or the one before, of those that have come. */
export function selectBeside(session: Session, direction: 1 | -1): void {
  const { count } = session.summed.value
  const selected = session.selected.value
  if (selected === undefined) return
  session.chosen.value = Math.min(count - 1, Math.max(0, selected + direction))
}

/** The request that came nearest to a time, if it came within `withinMs` of it. */
export function selectNear(session: Session, timeMs: number, withinMs: number): void {
  const { times } = session.traffic.value
  const { count } = session.summed.value
  const after = Math.min(count, session.traffic.value.countUpTo(timeMs))
  const nearest = [after - 1, after]
    .filter((at) => at >= 0 && at < count)
    .toSorted((a, b) => Math.abs(times[a]! - timeMs) - Math.abs(times[b]! - timeMs))[0]
  if (nearest !== undefined && Math.abs(times[nearest]! - timeMs) <= withinMs) session.chosen.value = nearest
}
