import { leakyBucket } from 'sluice'
import { simulate } from 'sluice/simulate'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const SIZE = 10
const RATE_PER_SECOND = 5
const BURST = 14
const NEXT_AT_MS = 1000

/** The burst of the token bucket meets a bucket that lets requests out one by one. */
export const leakyBucketLesson: Lesson = lesson(
  'a burst waits and leaves at an even rate',
  figures,
  ({
    size,
    ratePerSecond,
    sent,
    accepted,
    refused,
    leaveMs,
    longestWaitMs,
    leastGapMs,
    nextAtMs,
    nextLeaveMs,
  }) =>
    [
      `A bucket has room for ${size} requests and lets ${ratePerSecond} a second out.`,
      `${sent} requests come at 0 ms: it takes ${accepted} and refuses ${refused}.`,
      `They go on at ${leaveMs.map(grouped).join(', ')} ms.`,
      `No two reach the service within ${leastGapMs} ms; the last one waits for ${grouped(longestWaitMs)} ms.`,
      `One more comes at ${grouped(nextAtMs)} ms and goes on at ${grouped(nextLeaveMs)} ms.`,
    ].join('\n'),
)

function figures() {
  const times = [...Array.from({ length: BURST }, () => 0), NEXT_AT_MS]
  const limit = leakyBucket({ size: SIZE, rate: { amount: RATE_PER_SECOND, periodMs: 1000 } })
  const { servedMs } = simulate({ limit, times })
  const leaveMs = [...servedMs.subarray(0, BURST)].filter((leave) => !Number.isNaN(leave))
  return {
    size: SIZE,
    ratePerSecond: RATE_PER_SECOND,
    sent: BURST,
    accepted: leaveMs.length,
    refused: BURST - leaveMs.length,
    leaveMs,
    longestWaitMs: leaveMs.at(-1) ?? 0,
    leastGapMs: Math.min(...leaveMs.slice(1).map((leave, i) => leave - leaveMs[i]!)),
    nextAtMs: NEXT_AT_MS,
    nextLeaveMs: servedMs.at(-1)!,
  }
}
