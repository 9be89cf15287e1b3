/**
 * What the buttons of the page do to the lanes as it opens: 5 requests per 2 seconds. Each count is worked out by a
 * limiter of the library on a manual clock, and, where the lessons' page prints it, held against that too.
 */
import { createLimiter, manualClock } from 'sluice'
import { describe, expect, test } from 'vitest'
import {
  boundaryOf,
  burstOf,
  defaultSetup,
  everyFor,
  LaneRun,
  laneNames,
  limitOf,
  oneRequest,
  Outcome,
  Traffic,
  type LaneName,
  type Recipe,
} from '../../packages/playground/src/model/index.ts'

interface Counts {
  readonly now: number
  readonly queued: number
  readonly refused: number
}

function onTheLane(name: LaneName, recipe: Recipe): Counts {
  const traffic = new Traffic()
  traffic.play(recipe)
  const { served, queued, refused } = new LaneRun(name, defaultSetup.lanes[name], traffic).numbers(Infinity)
  return { now: served - queued, queued, refused }
}

function byTheLibrary(name: LaneName, times: readonly number[]): Counts {
  const clock = manualClock()
  const limiter = createLimiter({ limit: limitOf(name, defaultSetup.lanes[name]), clock })
  const counts = { now: 0, queued: 0, refused: 0 }
  for (const atMs of times) {
    clock.set(atMs)
    const { allowed, delayMs } = limiter.check('one client')
    counts[allowed ? (delayMs > 0 ? 'queued' : 'now') : 'refused'] += 1
  }
  return counts
}

// The lessons' page: token bucket, leaky bucket, fixed window, sliding log, sliding window counter.
const scenarios: readonly {
  readonly title: string
  readonly recipe: Recipe
  readonly times: readonly number[]
  readonly lesson: Partial<Record<LaneName, Counts>>
}[] = [
  {
    title: '1 request',
    recipe: oneRequest(0),
    times: [0],
    lesson: Object.fromEntries(laneNames.map((name) => [name, { now: 1, queued: 0, refused: 0 }])),
  },
  {
    title: 'Burst of 8',
    recipe: burstOf(8, 0),
    times: [0, 0, 0, 0, 0, 0, 0, 0],
    lesson: {
      'token-bucket': { now: 5, queued: 0, refused: 3 },
      'leaky-bucket': { now: 1, queued: 5, refused: 2 },
      'fixed-window': { now: 5, queued: 0, refused: 3 },
      'sliding-log': { now: 5, queued: 0, refused: 3 },
      'sliding-window-counter': { now: 5, queued: 0, refused: 3 },
    },
  },
  {
    title: '4/s for 4 s',
    recipe: everyFor(4, 4000, 0),
    times: Array.from({ length: 16 }, (_, i) => 250 * i),
    lesson: {},
  },
  {
    title: 'Boundary burst',
    recipe: boundaryOf(2000, 0),
    times: [1800, 1840, 1880, 1920, 1960, 2000, 2040, 2080, 2120, 2160],
    lesson: {
      'fixed-window': { now: 10, queued: 0, refused: 0 },
      'sliding-log': { now: 5, queued: 0, refused: 5 },
    },
  },
]

describe.each(scenarios)('$title', ({ recipe, times, lesson }) => {
  test.each(laneNames)('%s', (name) => {
    const counts = onTheLane(name, recipe)
    expect(counts).toEqual(byTheLibrary(name, times))
    expect(counts).toMatchObject(lesson[name] ?? {})
  })
})

/** When requests reach the service, by the lane. */
function leaving(name: LaneName, recipe: Recipe): readonly number[] {
  const traffic = new Traffic()
  traffic.play(recipe)
  const run = new LaneRun(name, defaultSetup.lanes[name], traffic)
  run.advanceTo(Infinity)
  const { outcomes, delays } = run
  return [...traffic.times].flatMap((atMs, i) => (outcomes[i] === Outcome.refused ? [] : [atMs + delays[i]!]))
}

function between(times: readonly number[], fromMs: number, toMs: number): readonly number[] {
  return times.filter((t) => t >= fromMs && t < toMs)
}

describe('what the lessons say to notice', () => {
  test.each(['token-bucket', 'gcra', 'leaky-bucket'] as const)(
    'under 4 a second the %s settles at exactly 2.5 a second',
    (name) => {
      const times = leaving(name, everyFor(4, 60_000, 0))
      for (let fromMs = 20_000; fromMs < 58_000; fromMs += 2000) {
        expect(between(times, fromMs, fromMs + 2000)).toHaveLength(5)
      }
    },
  )

  test.each(['fixed-window', 'sliding-log'] as const)(
    'what gets through the %s arrives in clumps: five at once, then none until the window moves on',
    (name) => {
      const times = leaving(name, everyFor(4, 60_000, 0))
      for (let fromMs = 0; fromMs < 60_000; fromMs += 2000) {
        expect(between(times, fromMs, fromMs + 1250)).toHaveLength(5)
        expect(between(times, fromMs + 1250, fromMs + 2000)).toHaveLength(0)
      }
    },
  )

  test('of a boundary burst the sliding window counter lets about 5 through', () => {
    expect(Math.abs(leaving('sliding-window-counter', boundaryOf(2000, 0)).length - 5)).toBeLessThanOrEqual(1)
  })
})
