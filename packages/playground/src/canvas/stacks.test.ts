import { expect, test } from 'vitest'
import { Outcome } from '../model/index.ts'
import { countStacks, type LaneMarks } from './stacks.ts'
import { AXIS_INSET } from './time-axis.ts'

/** A pixel is 10 ms, and a stack 80 ms. */
const axis = { nowMs: 8000, spanMs: 8000, width: 800 + 2 * AXIS_INSET }

function marksOf(
  requests: readonly (readonly [atMs: number, outcome: number, delayMs?: number])[],
): LaneMarks {
  return {
    times: requests.map(([atMs]) => atMs),
    outcomes: requests.map(([, outcome]) => outcome),
    delays: requests.map(([, , delayMs = 0]) => delayMs),
    decided: requests.length,
    longestWaitMs: Math.max(0, ...requests.map(([, , delayMs = 0]) => delayMs)),
  }
}

const sum = (counts: Uint32Array): number => counts.reduce((all, count) => all + count, 0)

test('requests of one instant stand in one stack, by what became of them', () => {
  const { allowed, refused, queued, highestOnLine, highestRefused } = countStacks(
    marksOf([
      [4000, Outcome.allowed],
      [4000, Outcome.allowed],
      [4000, Outcome.refused],
      [4000, Outcome.queued, 400],
    ]),
    axis,
  )
  expect([sum(allowed), sum(refused), sum(queued)]).toEqual([2, 1, 1])
  expect([highestOnLine, highestRefused]).toEqual([2, 1])
})

test('a queued request stands where it leaves, also if it came before what can be seen', () => {
  const { queued, firstMs, stackMs } = countStacks(marksOf([[-3000, Outcome.queued, 5000]]), axis)
  expect(sum(queued)).toBe(1)
  expect(queued[Math.floor((2000 - firstMs) / stackMs)]).toBe(1)
})

test('stacks keep their requests while time moves on', () => {
  const marks = marksOf([
    [4000, Outcome.allowed],
    [4030, Outcome.allowed],
    [4090, Outcome.allowed],
  ])
  const shapes = [8000, 8007, 8033, 8079, 8160].map((nowMs) =>
    countStacks(marks, { ...axis, nowMs }).allowed.filter((count) => count > 0),
  )
  for (const shape of shapes) expect(shape).toEqual(shapes[0])
})

test('the last request of a stack is known', () => {
  const stacks = countStacks(
    marksOf([
      [1000, Outcome.refused],
      [4000, Outcome.allowed],
      [4000, Outcome.refused],
    ]),
    axis,
  )
  const at = stacks.allowed.indexOf(1)
  expect([stacks.lastOnLine[at], stacks.lastRefused[at]]).toEqual([1, 2])
})
