import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { burstOf, lessonOf } from './recipe.ts'
import { Traffic } from './traffic.ts'

type Act =
  | { readonly atMs: number; readonly cost: number }
  | { readonly times: readonly number[]; readonly cost: number }
  | { readonly times: readonly number[]; readonly costs: readonly number[] }
  | { readonly clear: true }

const anyTime = fc.nat({ max: 60 })
const anyCost = fc.nat({ max: 9 })
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ atMs: anyTime, cost: anyCost }) },
  { weight: 3, arbitrary: fc.record({ times: fc.array(anyTime), cost: anyCost }) },
  {
    weight: 3,
    arbitrary: fc.array(fc.tuple(anyTime, anyCost)).map((pairs) => ({
      times: pairs.map(([atMs]) => atMs),
      costs: pairs.map(([, cost]) => cost),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ clear: true as const }) },
)

interface Request {
  readonly atMs: number
  readonly cost: number
}

/** The same by the plainest means: a list that is sorted after every act. */
function acted(requests: readonly Request[], done: Act): readonly Request[] {
  if ('clear' in done) return []
  const added =
    'atMs' in done
      ? [done]
      : done.times.map((atMs, i) => ({ atMs, cost: 'cost' in done ? done.cost : done.costs[i]! }))
  return [...requests, ...added].toSorted((a, b) => a.atMs - b.atMs)
}

function act(traffic: Traffic, done: Act): void {
  if ('clear' in done) traffic.clear()
  else if ('atMs' in done) traffic.add(done.atMs, done.cost)
  else traffic.addAll(done.times, 'cost' in done ? done.cost : done.costs)
}

describe('traffic', () => {
  test('stays sorted, and requests of one time stay in the order they were added', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 30 }), (acts) => {
        const traffic = new Traffic()
        let expected: readonly Request[] = []
        for (const done of acts) {
          act(traffic, done)
          expected = acted(expected, done)
          expect([...traffic.times]).toEqual(expected.map(({ atMs }) => atMs))
          expect([...traffic.costs]).toEqual(expected.map(({ cost }) => cost))
          expect(traffic.size).toBe(expected.length)
        }
        for (const atMs of [-1, 0, 30, 60, 99]) {
          expect(traffic.countUpTo(atMs)).toBe(expected.filter((request) => request.atMs <= atMs).length)
        }
      }),
    )
  })

  test('tells from which request on anything has changed since it was looked at', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 30 }), fc.nat({ max: 30 }), (acts, looked) => {
        const traffic = new Traffic()
        for (const done of acts.slice(0, looked)) act(traffic, done)
        const seen = Array.from(traffic.times, (atMs, i) => `${atMs} ${traffic.costs[i]}`)
        const { revision } = traffic
        for (const done of acts.slice(looked)) act(traffic, done)
        const kept = Math.min(traffic.firstChange(revision), seen.length)
        const now = Array.from(traffic.times, (atMs, i) => `${atMs} ${traffic.costs[i]}`)
        expect(now.slice(0, kept)).toEqual(seen.slice(0, kept))
      }),
    )
  })

  test('that only grows at its end has changed nowhere', () => {
    const traffic = new Traffic()
    for (let atMs = 0; atMs < 200; atMs++) traffic.add(atMs)
    traffic.addAll([200, 205, 201])
    traffic.add(205)
    expect(traffic.firstChange(0)).toBe(Infinity)
    traffic.add(204)
    expect(traffic.firstChange(0)).toBe(202)
    expect(traffic.firstChange(traffic.revision)).toBe(Infinity)
  })

  test('that was cleared has changed from its first request on', () => {
    const traffic = new Traffic()
    traffic.addAll([1, 2, 3])
    traffic.clear()
    traffic.addAll([7, 8])
    expect(traffic.firstChange(0)).toBe(0)
  })

  test('cuts fractions of a millisecond', () => {
    const traffic = new Traffic()
    traffic.add(7.9)
    traffic.addAll([3.2, 1.999])
    expect([...traffic.times]).toEqual([1, 3, 7])
  })

  test('knows its recipes until it is cleared', () => {
    const traffic = new Traffic()
    traffic.play(burstOf(3, 5, 2))
    traffic.add(1)
    traffic.play(lessonOf(100))
    expect(traffic.recipes).toEqual([burstOf(3, 5, 2), lessonOf(100)])
    expect([...traffic.costs.subarray(0, 4)]).toEqual([1, 2, 2, 2])
    traffic.clear()
    expect(traffic.recipes).toEqual([])
    expect(traffic.size).toBe(0)
  })

  test.each([[-1], [NaN], [Infinity], [3_155_760_000_001]])(
    'refuses the time %d, and adds nothing',
    (atMs) => {
      const traffic = new Traffic()
      const fault = expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'time' })
      expect(() => traffic.add(atMs)).toThrow(fault)
      expect(() => traffic.addAll([1, atMs, 2])).toThrow(fault)
      expect(traffic.size).toBe(0)
    },
  )

  test.each([[-1], [0.5], [NaN], [2 ** 53]])('refuses the cost %d, and adds nothing', (cost) => {
    const traffic = new Traffic()
    const fault = expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'cost' })
    expect(() => traffic.add(0, cost)).toThrow(fault)
    expect(() => traffic.addAll([1, 2], cost)).toThrow(fault)
    expect(() => traffic.addAll([1, 2], [1, cost])).toThrow(fault)
    expect(traffic.size).toBe(0)
  })
})
