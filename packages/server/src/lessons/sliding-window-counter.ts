import { slidingWindowCounter } from 'sluice'
import { simulate } from 'sluice/simulate'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const LIMIT = 10
const WINDOW_MS = 10_000
const BURST_AT_MS = 15_000

/** A full window, then a burst half-way through the next one, at once or spread over a few milliseconds. */
export const slidingWindowCounterLesson: Lesson = lesson(
  'an estimate that changes with every millisecond',
  figures,
  (f) =>
    [
      `The limit is ${f.limit} in ${grouped(f.windowMs)} ms. The first window passed ${f.limit};`,
      `${f.limit} more come from ${grouped(f.burstAtMs)} ms on.`,
      `Half of the first window still counts then, which leaves room for ${f.sameMillisecond}.`,
      '',
      `All in one millisecond:  ${f.sameMillisecond} pass`,
      `1 ms apart:              ${f.oneMsApart} pass`,
      '',
      `The one at ${grouped(f.lastPassed.atMs)} ms passes because the first window counts for ${f.lastPassed.previousCounts} by then,`,
      `and with the ${f.lastPassed.current} of its own window that is below ${f.limit}.`,
    ].join('\n'),
)

function figures() {
  const apart = passedOfBurst(1)
  const atMs = apart.at(-1)!
  return {
    limit: LIMIT,
    windowMs: WINDOW_MS,
    burstAtMs: BURST_AT_MS,
    sameMillisecond: passedOfBurst(0).length,
    oneMsApart: apart.length,
    lastPassed: {
      atMs,
      previousCounts: (LIMIT * (2 * WINDOW_MS - atMs)) / WINDOW_MS,
      current: apart.length - 1,
    },
  }
}

/** The times of the burst's requests that pass, after a window that passed the whole limit. */
function passedOfBurst(gapMs: number): number[] {
  const first = Array.from({ length: LIMIT }, (_, i) => (i * WINDOW_MS) / LIMIT)
  const burst = Array.from({ length: LIMIT }, (_, i) => BURST_AT_MS + i * gapMs)
  const limit = slidingWindowCounter({ limit: LIMIT, window: WINDOW_MS })
  const { allowedTimes } = simulate({ limit, times: [...first, ...burst] })
  return [...allowedTimes.subarray(LIMIT)]
}
