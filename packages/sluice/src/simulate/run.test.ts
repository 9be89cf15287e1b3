import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AlgorithmName } from '../algorithms/algorithm.ts'
import { gcra } from '../limits/gcra.ts'
import { leakyBucket } from '../limits/leaky-bucket.ts'
import { tokenBucket } from '../limits/token-bucket.ts'
import { simulate } from './run.ts'
import { standardLimits } from './standard-limits.ts'
import { lessonTrace } from './traffic/lesson-trace.ts'

function truth(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../../test/fixtures/truth/${file}`, import.meta.url), 'utf8'))
}

interface LessonTruth {
  readonly times_ms: number[]
  readonly allowed: Record<AlgorithmName, number[]>
  readonly leaky_leave_ms: (number | null)[]
}

const lesson = truth('lesson-trace.json') as LessonTruth
const limits = standardLimits(10, 1000)

describe("the lesson's trace", () => {
  test.each(Object.keys(lesson.allowed) as AlgorithmName[])(
    '%s decides every request as the lesson does',
    (name) => {
      const { allowed } = simulate({ limit: limits[name], times: lesson.times_ms })
      expect(allowed.map(Number)).toEqual(lesson.allowed[name])
    },
  )

  test('requests leave the leaky bucket at the times of the lesson', () => {
    const { servedMs } = simulate({ limit: limits['leaky-bucket'], times: lesson.times_ms })
    expect([...servedMs].map((t) => (Number.isNaN(t) ? null : t))).toEqual(lesson.leaky_leave_ms)
  })

  // The lesson's table; GCRA is not in it and decides as the token bucket does.
  test.each([
    ['token-bucket', 142, 60, 19, 0, 2],
    ['gcra', 142, 60, 19, 0, 1],
    ['leaky-bucket', 145, 57, 10, 997, 1],
    ['fixed-window', 128, 74, 20, 0, 2],
    ['sliding-log', 118, 84, 10, 0, 10],
    ['sliding-window-counter', 124, 78, 15, 0, 3],
  ] as const)(
    '%s has the measures of the lesson',
    (name, served, refused, busiestServed, longestWaitMs, numbers) => {
      const { measures } = simulate({ limit: limits[name], times: lessonTrace() })
      expect(measures).toMatchObject({
        served,
        refused,
        busiestServed,
        longestWaitMs,
        numbersStored: numbers,
      })
      expect(measures.bytesPerKey).toBe(8 * numbers)
    },
  )
})

test('5,000 bursty requests get the decisions of the lesson from GCRA and from the token bucket', () => {
  const { times_ms: times, allowed } = truth('gcra-5000.json') as { times_ms: number[]; allowed: number[] }
  const rate = '10/s'
  expect(simulate({ limit: gcra({ burst: 10, rate }), times }).allowed.map(Number)).toEqual(allowed)
  expect(simulate({ limit: tokenBucket({ capacity: 10, rate }), times }).allowed.map(Number)).toEqual(allowed)
})

test('costs count in the decisions and in the busiest windows, not in the number of requests', () => {
  const limit = tokenBucket({ capacity: 10, rate: '1/s' })
  const { allowed, measures } = simulate({ limit, times: [0, 100, 200, 4000], costs: [6, 5, 4, 3] })
  expect(allowed).toEqual([true, false, true, true])
  expect(measures).toMatchObject({ served: 3, refused: 1, busiestAllowed: 10 })
})

test('a wait moves requests out of the busiest window of arrivals', () => {
  const limit = leakyBucket({ size: 3, rate: '2/s' })
  const { servedMs, measures } = simulate({ limit, times: [0, 0, 0, 0], windowMs: 1000 })
  expect([...servedMs]).toEqual([0, 500, 1000, NaN])
  expect(measures).toMatchObject({ busiestAllowed: 3, busiestServed: 2, longestWaitMs: 1000 })
})

test('a request of cost 0 passes by those that wait', () => {
  const limit = leakyBucket({ size: 3, rate: '2/s' })
  const { servedMs, servedTimes, measures } = simulate({
    limit,
    times: [0, 0, 0, 100],
    costs: [1, 1, 1, 0],
    windowMs: 600,
  })
  expect([...servedMs]).toEqual([0, 500, 1000, 100])
  expect([...servedTimes]).toEqual([0, 100, 500, 1000])
  expect(measures).toMatchObject({ served: 4, busiestServed: 2, longestWaitMs: 1000 })
})

test('no traffic gives zeros', () => {
  const { allowed, measures } = simulate({ limit: limits.gcra, times: [] })
  expect(allowed).toEqual([])
  expect(Object.values(measures)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test.each([
  [[2, 1], undefined],
  [[-1, 1], undefined],
  [[1, 1e16], undefined],
  [[NaN], undefined],
  [[1], [-1]],
  [[1, 2], [1]],
])('times %j with costs %j are an error', (times, costs) => {
  const options = { limit: limits.gcra, times, ...(costs === undefined ? {} : { costs }) }
  expect(() => simulate(options)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
})
