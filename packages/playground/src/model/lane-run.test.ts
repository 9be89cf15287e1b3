import { lessonTrace } from 'sluice/simulate'
import { expect, test } from 'vitest'
import { LaneRun } from './lane-run.ts'
import { sameLimit } from './setup.ts'
import { Traffic } from './traffic.ts'

// Served, refused, busiest second and longest wait, as the lesson prints them.
test.each([
  ['token-bucket', 142, 60, 19, 0],
  ['gcra', 142, 60, 19, 0],
  ['leaky-bucket', 145, 57, 10, 997],
  ['fixed-window', 128, 74, 20, 0],
  ['sliding-log', 118, 84, 10, 0],
  ['sliding-window-counter', 124, 78, 15, 0],
] as const)("%s has the lesson's figures on its trace", (name, served, refused, busiest, longestWaitMs) => {
  const traffic = new Traffic()
  traffic.addAll(lessonTrace())
  const numbers = new LaneRun(name, sameLimit(10, 1000, 'size'), traffic).numbers(20_000)
  expect(numbers).toMatchObject({ served, refused, busiest, longestWaitMs })
})
