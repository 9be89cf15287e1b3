import { lessonTrace, perSecond, simulate, standardLimits } from 'sluice/simulate'
import { grouped, table } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const LIMIT = 10
const WINDOW_MS = 1000
const SECONDS = 20

const columns = {
  token: 'token-bucket',
  leaky: 'leaky-bucket',
  fixed: 'fixed-window',
  log: 'sliding-log',
  counter: 'sliding-window-counter',
} as const

/** Five limiters, each set to 10 a second, and the same 20 seconds of one client. */
export const compareLesson: Lesson = lesson(
  'the same 20 seconds of traffic behind five limiters',
  figures,
  (f) =>
    [
      `${f.requests} requests of one client in ${f.perSecond.length} s; each limiter lets ${f.limit} a second pass.`,
      'Each column counts what reached the service in that second.',
      '',
      table(
        headings('right', 'second', 'sent'),
        f.perSecond.map((row, second) => [grouped(second), ...row]),
      ),
      '',
      table(headings('left', ''), [
        ['served', ...f.served],
        ['refused', ...f.refused],
        [`busiest ${grouped(f.windowMs)} ms`, ...f.busiest],
        ['longest wait (ms)', ...f.longestWaitMs],
      ]),
    ].join('\n'),
)

function headings(alignFirst: 'left' | 'right', ...first: string[]) {
  return [...first, ...Object.keys(columns)].map(
    (heading, i) => ({ heading, align: i === 0 ? alignFirst : 'right' }) as const,
  )
}

function figures() {
  const times = lessonTrace()
  const limits = standardLimits(LIMIT, WINDOW_MS)
  const runs = Object.values(columns).map((name) =>
    simulate({ limit: limits[name], times, windowMs: WINDOW_MS }),
  )
  const bySecond = [times, ...runs.map(({ servedTimes }) => servedTimes)].map((t) => perSecond(t, 0, SECONDS))
  return {
    requests: times.length,
    limit: LIMIT,
    windowMs: WINDOW_MS,
    columns: ['sent', ...Object.keys(columns)],
    perSecond: Array.from({ length: SECONDS }, (_, second) => bySecond.map((counts) => counts[second]!)),
    served: runs.map(({ measures }) => measures.served),
    refused: runs.map(({ measures }) => measures.refused),
    busiest: runs.map(({ measures }) => measures.busiestServed),
    longestWaitMs: runs.map(({ measures }) => measures.longestWaitMs),
  }
}
