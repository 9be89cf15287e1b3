import { createLimiter, manualClock } from 'sluice'
import { expect, test } from 'vitest'
import { limitOf } from './limit-of.ts'
import { answerTo, questions, runOf, setupOf, trafficOf } from './questions.ts'

// Worked out by hand, as the reasons say.
const answers: Readonly<Record<string, number>> = {
  'window-edge': 200,
  waiting: 2000,
  refill: 30,
  exact: 5,
  memory: 1000,
}

test.each(questions)('$id: the lane finds the answer, and it is among the choices', (question) => {
  expect(answerTo(question)).toBe(answers[question.id])
  expect(question.choices).toContain(answerTo(question))
  expect(question.choices).toEqual(question.choices.toSorted((a, b) => a - b))
  expect(new Set(question.choices).size).toBe(question.choices.length)
})

test.each(questions)('$id: the limiter of the library decides its traffic as the lane does', (question) => {
  const clock = manualClock()
  const limiter = createLimiter({ limit: limitOf(question.lane, question.settings), clock })
  const { run, traffic } = runOf(question)
  const served = traffic.times.reduce((sum, atMs) => {
    clock.set(atMs)
    return sum + (limiter.check('').allowed ? 1 : 0)
  }, 0)
  expect(run.numbers(Infinity).served).toBe(served)
})

test.each(questions)('$id: the picture shows all of its traffic, and its lane first', (question) => {
  const setup = setupOf(question)
  expect(setup.shown[0]).toBe(question.lane)
  expect(setup.lanes[question.lane]).toEqual(question.settings)
  expect(trafficOf(question).times.at(-1)!).toBeLessThanOrEqual(question.untilMs)
})

test('every question has a name of its own', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  expect(Object.keys(answers).length).toBe(questions.length)
})
