import {
  burstyGaps,
  edgePattern,
  simulate,
  standardLimits,
  steadyGaps,
  type Simulation,
} from 'sluice/simulate'
import { table } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const LIMIT = 100
const WINDOW_MS = 60_000
const DURATION_MS = 3_600_000

interface Row {
  readonly traffic: string
  readonly sent: number
  readonly fixed: number
  readonly counter: number
  readonly log: number
}

/** How close the windows that only count come to the exact log, on an hour of several kinds of traffic. */
export const closenessLesson: Lesson = lesson(
  'how far each window lets more through than its limit',
  figures,
  ({ limit, windowMs, busiest, served }) =>
    [
      `The limit is ${limit} in any ${windowMs / 1000} s; each row is an hour of traffic.`,
      '',
      rowsTable(`busiest ${windowMs / 1000} s`, busiest),
      '',
      rowsTable('served', served),
    ].join('\n'),
)

function rowsTable(heading: string, rows: readonly Row[]): string {
  const names = ['sent', 'fixed window', 'counter', 'sliding log']
  return table(
    [{ heading, align: 'left' }, ...names.map((name) => ({ heading: name }))],
    rows.map(({ traffic, sent, fixed, counter, log }) => [traffic, sent, fixed, counter, log]),
  )
}

function figures() {
  const shape = { limit: LIMIT, windowMs: WINDOW_MS, durationMs: DURATION_MS }
  const traffics: readonly (readonly [string, Float64Array])[] = [
    ['steady 1x', steadyGaps({ ...shape, load: 1 })],
    ['steady 2x', steadyGaps({ ...shape, load: 2 })],
    ['bursty 1x', burstyGaps({ ...shape, load: 1 })],
    ['bursty 2x', burstyGaps({ ...shape, load: 2 })],
    ['edge pattern', edgePattern(shape)],
  ]
  const limits = standardLimits(LIMIT, WINDOW_MS)
  const runs = traffics.map(([traffic, times]) => {
    const run = (name: keyof typeof limits) => simulate({ limit: limits[name], times, windowMs: WINDOW_MS })
    return {
      traffic,
      sent: times.length,
      fixed: run('fixed-window'),
      counter: run('sliding-window-counter'),
      log: run('sliding-log'),
    }
  })
  const rows = (figure: (run: Simulation) => number): Row[] =>
    runs.map(({ traffic, sent, fixed, counter, log }) => ({
      traffic,
      sent,
      fixed: figure(fixed),
      counter: figure(counter),
      log: figure(log),
    }))
  return {
    limit: LIMIT,
    windowMs: WINDOW_MS,
    durationMs: DURATION_MS,
    busiest: rows(({ measures }) => measures.busiestServed),
    served: rows(({ measures }) => measures.served),
  }
}
