import { lessonTrace, listOfTimes } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { parseLimitOption } from '../limit-option.ts'
import { comparisonText } from './comparison-text.ts'
import { compare } from './comparison.ts'

const tenASecond = parseLimitOption('10/1s')
const lesson = { label: 'lesson', times: lessonTrace() }

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
  const { steps } = compare({ label: 'burst', times: listOfTimes([0, 0, 0, 0]) }, parseLimitOption('4/4s'))
  expect(steps.map(({ served }) => served['leaky-bucket'])).toEqual([1, 1, 1, 1])
})

test('long traffic gets at most 60 rows of a round length, however it lies', () => {
  for (const lastMs of [59_000, 60_000, 61_000, 3_599_999, 86_400_000, 40 * 86_400_000, 3e12]) {
    const { steps, stepMs } = compare({ label: '', times: listOfTimes([999, lastMs]) }, tenASecond)
    expect(steps.length).toBeLessThanOrEqual(60)
    expect(steps.length * stepMs).toBeGreaterThan(lastMs - 999)
    expect(stepMs % 1000).toBe(0)
  }
})

test('costs count against the limit', () => {
  const times = listOfTimes([0, 0, 0])
  const { algorithms } = compare({ label: '', times, costs: Float64Array.of(6, 5, 4) }, tenASecond)
  expect(algorithms.gcra).toMatchObject({ served: 2, refused: 1, busiestAllowed: 10 })
})

test('no traffic is said so, without a row', () => {
  const comparison = compare({ label: 'nothing', times: listOfTimes([]) }, tenASecond)
  expect(comparison).toMatchObject({ requests: 0, firstMs: null, lastMs: null, steps: [] })
  expect(comparisonText(comparison)).toContain('no traffic')
})

test('steps that would make rows without end are refused as a wrong call', () => {
  const far = { label: '', times: listOfTimes([0, 3e12]) }
  expect(() => compare(far, tenASecond, 1)).toThrow(expect.objectContaining({ name: 'CallError' }))
})

test('the text fits 80 columns, by hours and by dates too', () => {
  const day = 86_400_000
  for (const times of [lesson.times, listOfTimes([0, 5e6]), listOfTimes([16_000 * day, 16_100 * day])]) {
    const text = comparisonText(compare({ label: 'x '.repeat(70), times }, tenASecond))
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})
