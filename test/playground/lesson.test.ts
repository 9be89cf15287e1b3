/** The lessons' twenty seconds, as the page shows them: the table that the lesson prints, cell by cell. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  comparisonTable,
  LaneRun,
  lessonOf,
  Outcome,
  sameLimit,
  Traffic,
  type LaneName,
} from '../../packages/playground/src/model/index.ts'

function truth(file: string): string {
  return readFileSync(new URL(`../fixtures/truth/${file}`, import.meta.url), 'utf8')
}

/** The columns of the lesson's table. */
const columns: readonly LaneName[] = [
  'token-bucket',
  'leaky-bucket',
  'fixed-window',
  'sliding-log',
  'sliding-window-counter',
]

/** What the lesson prints behind a label, as numbers. */
function printed(label: string): number[] {
  const line = truth('lesson-playground.txt')
    .split('\n')
    .find((text) => text.trim().startsWith(label))
  if (line === undefined) throw new Error(`the lesson prints no ${label}`)
  return line.replace(label, '').trim().split(/\s+/).map(Number)
}

const traffic = new Traffic()
traffic.play(lessonOf(0))
const runs = columns.map((name) => new LaneRun(name, sameLimit(10, 1000, 'size'), traffic))
const table = comparisonTable(runs, traffic)

test('every second has the numbers of the lesson', () => {
  const seconds = truth('lesson-playground.txt')
    .split('\n')
    .filter((line) => /^ *\d+( +\d+){6}$/.test(line))
    .map((line) => line.trim().split(/\s+/).map(Number))
  expect(seconds).toHaveLength(20)
  expect(table.stepMs).toBe(1000)
  expect(table.rows.map(({ atMs, sent, served }) => [atMs / 1000, sent, ...served])).toEqual(seconds)
})

test('the totals are those of the lesson', () => {
  const numbers = table.lanes.map((lane) => lane.numbers)
  expect(table.lanes.map(({ name }) => name)).toEqual(columns)
  expect(numbers.map(({ served }) => served)).toEqual(printed('served'))
  expect(numbers.map(({ refused }) => refused)).toEqual(printed('refused'))
  expect(numbers.map(({ busiest }) => busiest)).toEqual(printed('busiest 1,000 ms'))
  expect(numbers.map(({ longestWaitMs }) => longestWaitMs)).toEqual(printed('longest wait (ms)'))
  expect(table.sent).toBe(202)
})

test('every request ends as in the lesson, and leaves the leaky bucket when it does there', () => {
  const lesson = JSON.parse(truth('lesson-trace.json')) as {
    readonly times_ms: number[]
    readonly allowed: Record<string, number[]>
    readonly leaky_leave_ms: (number | null)[]
  }
  expect([...traffic.times]).toEqual(lesson.times_ms)
  for (const [name, allowed] of Object.entries(lesson.allowed)) {
    const { outcomes } = runs.find((run) => run.name === name)!
    expect(Array.from(outcomes, (outcome) => (outcome === Outcome.refused ? 0 : 1))).toEqual(allowed)
  }
  const leaky = runs[columns.indexOf('leaky-bucket')]!
  const leaving = lesson.times_ms.map((atMs, i) =>
    leaky.outcomes[i] === Outcome.refused ? null : atMs + leaky.delays[i]!,
  )
  expect(leaving).toEqual(lesson.leaky_leave_ms)
})
