import * as fc from 'fast-check'
import { createLimiter, manualClock } from 'sluice'
import { decideNext, PythonRandom, simulate, stateView, type KeyState } from 'sluice/simulate'
import { describe, expect, test } from 'vitest'
import { laneNames, type LaneName } from './lane-name.ts'
import { CHECKPOINT_EVERY, LaneRun } from './lane-run.ts'
import { limitOf } from './limit-of.ts'
import { Outcome } from './outcomes.ts'
import { poissonOf } from './recipe.ts'
import { sameLimit, type LaneSettings } from './setup.ts'
import { Traffic } from './traffic.ts'

interface Request {
  readonly atMs: number
  readonly cost: number
}

const anyRequests: fc.Arbitrary<Request[]> = fc
  .array(fc.record({ gapMs: fc.oneof(fc.constant(0), fc.nat({ max: 700 })), cost: fc.nat({ max: 3 }) }), {
    maxLength: 60,
  })
  .map((requests) => {
    let atMs = 0
    return requests.map(({ gapMs, cost }) => ({ atMs: (atMs += gapMs), cost }))
  })
const anySettings: fc.Arbitrary<LaneSettings> = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  windowMs: fc.integer({ min: 1, max: 3000 }),
  burst: fc.integer({ min: 1, max: 8 }),
  rate: fc.record({ amount: fc.integer({ min: 1, max: 9 }), periodMs: fc.integer({ min: 1, max: 3000 }) }),
  reading: fc.constantFrom('size' as const, 'queue' as const),
})

function trafficOf(requests: readonly Request[]): Traffic {
  const traffic = new Traffic()
  for (const { atMs, cost } of requests) traffic.add(atMs, cost)
  return traffic
}

/** Everything a lane shows, decided afresh for requests that were all there from the start. */
function fresh(name: LaneName, settings: LaneSettings, traffic: Traffic): LaneRun {
  const all = new Traffic()
  all.addAll(traffic.times, traffic.costs)
  const run = new LaneRun(name, settings, all)
  run.advanceTo(Infinity)
  return run
}

describe.each(laneNames)('%s', (name) => {
  test('answers as a limiter of the library does', () => {
    fc.assert(
      fc.property(anySettings, anyRequests, (settings, requests) => {
        const clock = manualClock()
        const limiter = createLimiter({ limit: limitOf(name, settings), clock })
        const run = new LaneRun(name, settings, trafficOf(requests))
        run.advanceTo(Infinity)
        requests.forEach(({ atMs, cost }, i) => {
          clock.set(atMs)
          const answer = limiter.check('', { cost })
          expect(answer).toMatchObject(run.decisionAt(i))
          expect(run.delays[i]).toBe(answer.delayMs)
          expect(run.outcomes[i] === Outcome.refused).toBe(!answer.allowed)
          expect(run.outcomes[i] === Outcome.queued).toBe(answer.delayMs > 0)
        })
      }),
    )
  })

  test('has the figures of a simulation', () => {
    fc.assert(
      fc.property(anySettings, anyRequests, (settings, requests) => {
        const run = new LaneRun(name, settings, trafficOf(requests))
        const { measures, allowed } = simulate({
          limit: limitOf(name, settings),
          times: requests.map(({ atMs }) => atMs),
          costs: requests.map(({ cost }) => cost),
          windowMs: run.promised.windowMs,
        })
        expect(run.numbers(Infinity)).toMatchObject({
          served: measures.served,
          refused: measures.refused,
          busiest: measures.busiestServed,
          longestWaitMs: measures.longestWaitMs,
          storedPerKey: measures.numbersStored,
          waiting: 0,
        })
        expect(Array.from(run.outcomes, (outcome) => outcome !== Outcome.refused)).toEqual(allowed)
      }),
    )
  })

  test('shows the same live, scrubbed back and forth, stepped, and with requests put in between', () => {
    const anyMove = fc.oneof(
      fc.record({ atMs: fc.nat({ max: 12_000 }) }),
      fc.record({ step: fc.nat({ max: 60 }) }),
      fc.record({ insertMs: fc.nat({ max: 12_000 }), cost: fc.nat({ max: 3 }) }),
    )
    fc.assert(
      fc.property(
        anySettings,
        anyRequests,
        fc.array(anyMove, { maxLength: 12 }),
        (settings, requests, moves) => {
          const traffic = trafficOf(requests)
          const run = new LaneRun(name, settings, traffic)
          for (const move of moves) {
            if ('insertMs' in move) traffic.add(move.insertMs, move.cost)
            const shown = 'step' in move ? Math.min(move.step, traffic.size) : undefined
            const nowMs =
              'step' in move
                ? (traffic.times[move.step - 1] ?? 0)
                : 'atMs' in move
                  ? move.atMs
                  : move.insertMs
            const expected = fresh(name, settings, traffic)
            expect(run.stateAt(nowMs, shown)).toEqual(expected.stateAt(nowMs, shown))
            expect(run.numbers(nowMs, shown)).toEqual(expected.numbers(nowMs, shown))
          }
          run.advanceTo(Infinity)
          const expected = fresh(name, settings, traffic)
          expect(run.outcomes).toEqual(expected.outcomes)
          expect(run.delays).toEqual(expected.delays)
        },
      ),
    )
  })

  test('shows the same across checkpoints, with requests put in between', () => {
    const settings = sameLimit(7, 900)
    const random = new PythonRandom(5)
    const traffic = new Traffic()
    traffic.play(poissonOf(100, 40_000, 5, 0))
    const run = new LaneRun(name, settings, traffic)
    for (let move = 0; move < 12; move++) {
      const nowMs = random.randrange(0, 41_000)
      if (move % 3 === 2) traffic.add(random.randrange(0, 40_000), 2)
      const expected = fresh(name, settings, traffic)
      expect(run.stateAt(nowMs)).toEqual(expected.stateAt(nowMs))
      expect(run.numbers(nowMs)).toEqual(expected.numbers(nowMs))
    }
    run.advanceTo(Infinity)
    expect(run.outcomes).toEqual(fresh(name, settings, traffic).outcomes)
  })

  test('keeps what a replay from the first request keeps', () => {
    fc.assert(
      fc.property(anySettings, anyRequests, fc.nat({ max: 12_000 }), (settings, requests, nowMs) => {
        const limit = limitOf(name, settings)
        let state: KeyState
        for (const { atMs, cost } of requests) {
          if (atMs <= nowMs) state = decideNext(limit, state, atMs, cost).state
        }
        const run = new LaneRun(name, settings, trafficOf(requests))
        run.advanceTo(Infinity)
        expect(run.stateAt(nowMs)).toMatchObject(stateView(limit, state, nowMs))
      }),
    )
  })
})

test('those that wait in the leaky bucket are those that were let in and have not gone on', () => {
  fc.assert(
    fc.property(anySettings, anyRequests, fc.nat({ max: 12_000 }), (settings, requests, nowMs) => {
      const run = new LaneRun('leaky-bucket', settings, trafficOf(requests))
      run.advanceTo(Infinity)
      const expected = requests.flatMap(({ atMs, cost }, index) => {
        const leaveMs = atMs + run.delays[index]!
        const waits = atMs <= nowMs && leaveMs > nowMs && run.outcomes[index] !== Outcome.refused
        return waits ? [{ index, atMs, leaveMs, cost }] : []
      })
      expect(run.stateAt(nowMs)).toMatchObject({ kind: 'queue', waiting: expected })
      expect(run.numbers(nowMs).waiting).toBe(expected.length)
    }),
  )
})

describe('a million requests', () => {
  const traffic = new Traffic()
  traffic.addAll(Float64Array.from({ length: 1_000_000 }, (_, i) => Math.floor(i * 1.7)))
  const run = new LaneRun('sliding-log', sameLimit(100, 1000), traffic)

  test('are decided in steps that somebody else bounds', () => {
    expect(run.advanceTo(Infinity, 300_000)).toBe(false)
    expect(run.decided).toBe(300_000)
    expect(run.advanceTo(100_000, 300_000)).toBe(true)
    expect(run.decided).toBe(300_000)
    while (!run.advanceTo(Infinity, 200_000)) expect(run.transitions).toBe(run.decided)
    expect(run.decided).toBe(1_000_000)
    expect(run.transitions).toBe(1_000_000)
  })

  test('are gone back over at the cost of less than one checkpoint, and forward over what lies between', () => {
    run.advanceTo(Infinity)
    for (const index of [999_999, 500_000, 123_456, 1023, 1024, 700_001, 3]) {
      const before = run.transitions
      run.stateAt(traffic.times[index]!)
      expect(run.transitions - before).toBeLessThan(CHECKPOINT_EVERY + 1)
    }
    run.stateAt(traffic.times[600_000]!)
    const before = run.transitions
    for (let index = 600_001; index <= 600_050; index++) run.stateAt(traffic.times[index]!)
    expect(run.transitions - before).toBe(50)
  })

  test('are asked about twice at the cost of once', () => {
    run.numbers(traffic.times[555_555]!)
    const before = run.transitions
    run.numbers(traffic.times[555_555]!)
    run.stateAt(traffic.times[555_555]!)
    expect(run.transitions).toBe(before)
  })
})

test('numbers that are no limit are a fault with the name of the field', () => {
  const settings = { ...sameLimit(5, 2000), burst: 0 }
  expect(() => new LaneRun('token-bucket', settings, new Traffic())).toThrow(
    expect.objectContaining({ code: 'ERR_INVALID_NUMBER', field: 'capacity' }),
  )
})

test('the queue of the default setup has five places beside the request that goes on', () => {
  const traffic = trafficOf(Array.from({ length: 8 }, () => ({ atMs: 0, cost: 1 })))
  const run = new LaneRun('leaky-bucket', sameLimit(5, 2000, 'queue'), traffic)
  expect(run.stateAt(0)).toMatchObject({ kind: 'queue', taken: 5, places: 5, waitMs: 2400 })
  expect(run.numbers(0)).toMatchObject({ served: 6, queued: 5, waiting: 5, refused: 2 })
  expect(run.numbers(1000)).toMatchObject({
    served: 6,
    queued: 5,
    waiting: 3,
    refused: 2,
    longestWaitMs: 2000,
  })
})
