import { lessonTrace, listOfTimes } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { parseLimitOption, type LimitOption } from '../limit-option.ts'
import { comparisonText } from './comparison-text.ts'
import { compare as compareRuns, type Comparison } from './comparison.ts'
import { runAll, timelineOf } from './run-all.ts'
import type { Traffic } from './traffic-source.ts'

const tenASecond = parseLimitOption('10/1s')
function compare(traffic: Traffic, limit: LimitOption, stepMs?: number): Comparison {
  return compareRuns(traffic, limit, runAll(traffic, limit), stepMs)
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const lesson = { name: 'n', about: 'lesson', times: lessonTrace() }

test('six algorithms meet the same traffic, with the figures of the lesson', () => {
  const { algorithms, requests, firstMs, lastMs, stepMs, steps } = compare(lesson, tenASecond)
  expect({ requests, firstMs, lastMs, stepMs, rows: steps.length }).toEqual({
    requests: 202,
    firstMs: 166,
    lastMs: 19_888,
    stepMs: 1000,
    rows: 20,
  })
  expect(Object.keys(algorithms).length).toBe(6)
  expect(algorithms['leaky-bucket']).toMatchObject({
    served: 145,
    refused: 57,
    busiestServed: 10,
    longestWaitMs: 997,
  })
  expect(steps[3]).toEqual({
    atMs: 3000,
    sent: 38,
    served: {
      'token-bucket': 17,
      gcra: 17,
      'leaky-bucket': 10,
      'fixed-window': 10,
      'sliding-log': 10,
      'sliding-window-counter': 10,
    },
  })
})

test.each([undefined, 700, 5000])('the rows of every step add up to the totals (step %s ms)', (stepMs) => {
  const { algorithms, requests, steps } = compare(lesson, tenASecond, stepMs)
  expect(steps.reduce((sum, { sent }) => sum + sent, 0)).toBe(requests)
  for (const [name, { served }] of Object.entries(algorithms)) {
    expect(steps.reduce((sum, step) => sum + step.served[name as keyof typeof algorithms], 0)).toBe(served)
  }
})

test('requests that leave a bucket after the last arrival have rows of their own', () => {
  const { steps } = compare(
    { name: 'n', about: 'burst', times: listOfTimes([0, 0, 0, 0]) },
    parseLimitOption('4/4s'),
  )
  expect(steps.map(({ served }) => served['leaky-bucket'])).toEqual([1, 1, 1, 1])
})

test('long traffic gets at most 60 rows of a round length, however it lies', () => {
  for (const lastMs of [59_000, 60_000, 61_000, 3_599_999, 86_400_000, 40 * 86_400_000, 3e12]) {
    const { steps, stepMs } = compare({ name: 'n', about: '', times: listOfTimes([999, lastMs]) }, tenASecond)
    expect(steps.length).toBeLessThanOrEqual(60)
    expect(steps.length * stepMs).toBeGreaterThan(lastMs - 999)
    expect(stepMs % 1000).toBe(0)
  }
})

test('costs count against the limit', () => {
  const times = listOfTimes([0, 0, 0])
  const { algorithms } = compare({ name: 'n', about: '', times, costs: Float64Array.of(6, 5, 4) }, tenASecond)
  expect(algorithms.gcra).toMatchObject({ served: 2, refused: 1, busiestAllowed: 10 })
})

test('no traffic is said so, without a row', () => {
  const comparison = compare({ name: 'n', about: 'nothing', times: listOfTimes([]) }, tenASecond)
  expect(comparison).toMatchObject({ requests: 0, firstMs: null, lastMs: null, steps: [] })
  expect(comparisonText(comparison)).toContain('no traffic')
})

test('steps that would make rows without end are refused as a wrong call', () => {
  const far = { name: 'n', about: '', times: listOfTimes([0, 3e12]) }
  expect(() => compare(far, tenASecond, 1)).toThrow(expect.objectContaining({ name: 'CallError' }))
})

test('the text fits 80 columns, by hours and by dates too', () => {
  const day = 86_400_000
  for (const times of [lesson.times, listOfTimes([0, 5e6]), listOfTimes([16_000 * day, 16_100 * day])]) {
    const text = comparisonText(compare({ name: 'n', about: 'x '.repeat(70), times }, tenASecond))
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('the timeline counts every request once for each algorithm', () => {
  const { limits, title } = timelineOf({ ...lesson, name: 'lesson' }, tenASecond, runAll(lesson, tenASecond))
  expect(title).toBe('lesson')
  const algorithms = limits.flatMap((limit) => limit.algorithms)
  expect(algorithms.map(({ allowed, refused }) => [total(allowed), total(refused)])).toEqual([
    [142, 60],
    [142, 60],
    [145, 57],
    [128, 74],
    [118, 84],
    [124, 78],
  ])
})
