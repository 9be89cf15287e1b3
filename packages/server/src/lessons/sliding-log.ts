import { createLimiter, manualClock, slidingLog } from 'sluice'
import { boundaryBurst, simulate } from 'sluice/simulate'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const LIMIT = 10
const WINDOW_MS = 1000

/** The burst around an edge that fools the fixed window meets a log of times. */
export const slidingLogLesson: Lesson = lesson(
  'no window ever holds more than the limit',
  figures,
  ({
    limit,
    windowMs,
    sent,
    firstMs,
    lastMs,
    allowed,
    stored,
    oldestMs,
    oldestLeavesMs,
    at1899Ms,
    at1900Ms,
  }) =>
    [
      `The limit is ${limit} in any ${grouped(windowMs)} ms, kept as a log of times.`,
      `${sent} requests come from ${grouped(firstMs)} to ${grouped(lastMs)} ms: ${allowed} pass.`,
      `The log then holds ${stored} times; the oldest, ${grouped(oldestMs)} ms, leaves it at ${grouped(oldestLeavesMs)} ms.`,
      `So a request at ${grouped(oldestLeavesMs - 1)} ms is ${at1899Ms}, and one at ${grouped(oldestLeavesMs)} ms is ${at1900Ms}.`,
    ].join('\n'),
)

function figures() {
  const times = boundaryBurst({ count: LIMIT, windowMs: WINDOW_MS })
  const limit = slidingLog({ limit: LIMIT, window: WINDOW_MS })
  const { allowedTimes, measures } = simulate({ limit, times })
  const clock = manualClock()
  const limiter = createLimiter({ limit, clock })
  const answerAt = (atMs: number) => {
    clock.set(atMs)
    return limiter.check('client').allowed ? 'allowed' : 'refused'
  }
  for (const atMs of times) answerAt(atMs)
  const oldestLeavesMs = clock.now() + limiter.peek('client').replenishAfterMs
  return {
    limit: LIMIT,
    windowMs: WINDOW_MS,
    sent: times.length,
    firstMs: times[0]!,
    lastMs: times.at(-1)!,
    allowed: measures.served,
    stored: measures.numbersStored,
    oldestMs: allowedTimes[0]!,
    oldestLeavesMs,
    at1899Ms: answerAt(oldestLeavesMs - 1),
    at1900Ms: answerAt(oldestLeavesMs),
  }
}
