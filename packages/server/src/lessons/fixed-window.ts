import { fixedWindow } from 'sluice'
import { boundaryBurst, simulate } from 'sluice/simulate'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const LIMIT = 10
const WINDOW_MS = 1000

/** Ten requests just before the edge of a window, ten just after it. */
export const fixedWindowLesson: Lesson = lesson(
  'twice the limit passes around the edge of a window',
  figures,
  ({ limit, windowMs, sent, firstMs, lastMs, allowed, withinMs }) =>
    [
      `The limit is ${limit} in each window of ${grouped(windowMs)} ms.`,
      `${sent} requests come from ${grouped(firstMs)} to ${grouped(lastMs)} ms, half of them before the edge: ${allowed} pass.`,
      `That is ${allowed / limit} times the limit within ${withinMs} ms.`,
    ].join('\n'),
)

function figures() {
  const times = boundaryBurst({ count: LIMIT, windowMs: WINDOW_MS })
  const { allowedTimes } = simulate({ limit: fixedWindow({ limit: LIMIT, window: WINDOW_MS }), times })
  return {
    limit: LIMIT,
    windowMs: WINDOW_MS,
    sent: times.length,
    firstMs: times[0]!,
    lastMs: times.at(-1)!,
    allowed: allowedTimes.length,
    withinMs: allowedTimes.at(-1)! - allowedTimes[0]!,
  }
}
