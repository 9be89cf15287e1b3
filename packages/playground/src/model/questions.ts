/**
 * Questions to check oneself by. No answer is written down: each is worked out by sending the question's traffic into its
 * lane, which the page shows at the same time.
 */
import { busiestWindow } from 'sluice/simulate'
import type { LaneName } from './lane-name.ts'
import { LaneRun } from './lane-run.ts'
import { Outcome } from './outcomes.ts'
import { boundaryOf, burstOf, everyFor, type Recipe } from './recipe.ts'
import { defaultSetup, sameLimit, type LaneSettings, type Setup } from './setup.ts'
import { Traffic } from './traffic.ts'

export interface Question {
  /** Stays the same from version to version. */
  readonly id: string
  readonly text: string
  /** What may be chosen, ascending; one of them is the answer. */
  readonly choices: readonly number[]
  /** What is counted: a choice of 2,000 `'ms'` is 2 seconds. */
  readonly unit: 'requests' | 'ms' | 'numbers'
  readonly lane: LaneName
  readonly settings: LaneSettings
  readonly recipes: readonly Recipe[]
  /** How much time the picture should show, up to where it should stand. */
  readonly untilMs: number
  /** What the lane did, as the question asks for it. */
  readonly measure: (run: LaneRun, traffic: Traffic) => number
  /** Why that is the answer. */
  readonly because: string
}

const lesson = defaultSetup.lanes['token-bucket']

export const questions: readonly Question[] = [
  {
    id: 'window-edge',
    text: 'A partner may make 100 calls a minute, counted in fixed windows. How many can pass in 10 seconds at most?',
    choices: [17, 100, 200, 600],
    unit: 'requests',
    lane: 'fixed-window',
    settings: sameLimit(100, 60_000),
    recipes: [burstOf(120, 59_000), burstOf(120, 60_000)],
    untilMs: 65_000,
    measure: (run, traffic) => busiestWindow(passed(run, traffic), 10_000).count,
    because: 'One window’s whole allowance just before its edge, and the next one’s just after it.',
  },
  {
    id: 'waiting',
    text: 'A leaky bucket lets 5 out in 2 seconds and has 5 waiting places. Of a burst of 8, how long does the last one that gets in wait?',
    choices: [0, 400, 2000, 2800],
    unit: 'ms',
    lane: 'leaky-bucket',
    settings: lesson,
    recipes: [burstOf(8, 0)],
    untilMs: 4000,
    measure: (run) => run.numbers(Infinity).longestWaitMs,
    because:
      'One leaves every 400 ms: the first at once, the fifth of those that wait after five times as long.',
  },
  {
    id: 'refill',
    text: 'A token bucket holds 20 and gains 5 a second. A client sends 30 at once, and 30 more two seconds later. How many of all 60 pass?',
    choices: [20, 30, 40, 60],
    unit: 'requests',
    lane: 'token-bucket',
    settings: { limit: 20, windowMs: 4000, burst: 20, rate: { amount: 5, periodMs: 1000 } },
    recipes: [burstOf(30, 0), burstOf(30, 2000)],
    untilMs: 4000,
    measure: (run) => run.numbers(Infinity).served,
    because: 'The full bucket lets 20 through, and the two seconds after it bring 10 tokens back.',
  },
  {
    id: 'exact',
    text: 'A sliding log allows 5 in any 2 seconds. Ten requests come within half a second, around the full minute. How many pass?',
    choices: [2, 5, 8, 10],
    unit: 'requests',
    lane: 'sliding-log',
    settings: lesson,
    recipes: [boundaryOf(2000, 59_000)],
    untilMs: 62_000,
    measure: (run) => run.numbers(Infinity).served,
    because: 'It looks back two seconds from each request and knows no edges.',
  },
  {
    id: 'memory',
    text: 'A sliding log allows 1,000 a minute. A client sends 20 a second for two minutes. How many numbers must be kept for it at most?',
    choices: [2, 60, 1000, 1200],
    unit: 'numbers',
    lane: 'sliding-log',
    settings: sameLimit(1000, 60_000),
    recipes: [everyFor(20, 120_000, 0)],
    untilMs: 120_000,
    measure: (run) => run.numbers(Infinity).storedPerKey,
    because:
      'The time of every request that passed stays until it is a minute old; those refused are not kept.',
  },
]

/** The lane of a question on all of its traffic, and that traffic. */
export function runOf(question: Question): { readonly run: LaneRun; readonly traffic: Traffic } {
  const traffic = trafficOf(question)
  const run = new LaneRun(question.lane, question.settings, traffic)
  run.advanceTo(Infinity)
  return { run, traffic }
}

/** The answer, worked out by the lane. */
export function answerTo(question: Question): number {
  const { run, traffic } = runOf(question)
  return question.measure(run, traffic)
}

export function trafficOf({ recipes }: Question): Traffic {
  const traffic = new Traffic()
  for (const recipe of recipes) traffic.play(recipe)
  return traffic
}

/** A setup that shows the question: its lane with its numbers, beside the others with the same. */
export function setupOf({ lane, settings }: Question): Setup {
  const lanes = Object.fromEntries(Object.keys(defaultSetup.lanes).map((name) => [name, settings]))
  const others = defaultSetup.shown.filter((name) => name !== lane)
  return { linked: true, lanes: lanes as Setup['lanes'], shown: [lane, ...others], cost: 1 }
}

function passed({ outcomes }: LaneRun, { times }: Traffic): Float64Array {
  return times.filter((_, i) => outcomes[i] !== Outcome.refused)
}
