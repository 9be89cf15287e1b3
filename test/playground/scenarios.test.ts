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
