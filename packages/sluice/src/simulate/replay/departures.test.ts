import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leakyBucket } from '../../limits/leaky-bucket.ts'
import { Departures } from './departures.ts'

interface Unit {
  readonly client: number
  /** When it left, in parts of a millisecond: as many as the rate lets out in a window. */
  readonly leave: number
}

/** A leaky bucket of a size, told unit by unit, with as many parts a millisecond as units leave in a window. */
function unitsThatLeave(
  requests: readonly { client: number; timeMs: number; cost: number }[],
  { size, windowMs }: { size: number; windowMs: number },
): { units: Unit[]; longestAhead: number } {
  const units: Unit[] = []
  let longestAhead = 0
  for (const { client, timeMs, cost } of requests) {
    const now = timeMs * size
    const own = units.filter((unit) => unit.client === client)
    const inside = own.filter(({ leave }) => leave >= now).length
    if (inside + cost > size) continue
    const first = Math.max(now, (own.at(-1)?.leave ?? -Infinity) + windowMs)
    for (let i = 0; i < cost; i++) units.push({ client, leave: first + i * windowMs })
    longestAhead = Math.max(longestAhead, first - now)
  }
  return { units, longestAhead }
}

function busiest(units: readonly Unit[], windowParts: number): number {
  const counts = units.map(
    (last) =>
      units.filter(
        ({ client, leave }) =>
          client === last.client && leave <= last.leave && leave > last.leave - windowParts,
      ).length,
  )
  return Math.max(0, ...counts)
}

const anyRequests = fc
  .array(
    fc.record({
      client: fc.nat({ max: 2 }),
      gapMs: fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 300 })),
      cost: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 120, size: 'max' },
  )
  .map((requests) => {
    let timeMs = 0
    return requests.map(({ client, gapMs, cost }) => ({ client, timeMs: (timeMs += gapMs), cost }))
  })

test('knows the busiest window by departure, and the longest wait', () => {
  fc.assert(
    fc.property(
      anyRequests,
      fc.record({ size: fc.integer({ min: 3, max: 9 }), windowMs: fc.integer({ min: 1, max: 200 }) }),
      fc.integer({ min: 1, max: 250 }),
      (requests, rule, measuredMs) => {
        const { units, longestAhead } = unitsThatLeave(requests, rule)
        const departures = new Departures({ perMs: rule.size, unit: rule.windowMs }, measuredMs)
        replayed(requests, rule, departures)
        expect(departures.busiest).toBe(busiest(units, measuredMs * rule.size))
        expect(departures.longestWaitMs).toBe(Math.ceil(longestAhead / rule.size))
      },
    ),
  )
})

/** Tells the departures what a leaky bucket lets in, in the same parts as above. */
function replayed(
  requests: readonly { client: number; timeMs: number; cost: number }[],
  { size, windowMs }: { size: number; windowMs: number },
  departures: Departures,
): void {
  const next = new Map<number, number>()
  for (const { client, timeMs, cost } of requests) {
    const now = timeMs * size
    const ahead = Math.max(0, (next.get(client) ?? -Infinity) - now)
    if (Math.floor(ahead / windowMs) + cost > size) continue
    departures.add(client, now, ahead, cost)
    next.set(client, now + ahead + cost * windowMs)
  }
}

test('no window lets out more than the rate', () => {
  const { rule } = leakyBucket({ size: 10, rate: '10/s' })
  const departures = new Departures(rule, 1000)
  for (let i = 0; i < 10; i++) departures.add(0, 0, i * 100, 1)
  expect(departures.busiest).toBe(10)
  expect(departures.longestWaitMs).toBe(900)
})

test('takes back what quiet clients leave behind', () => {
  const departures = new Departures({ perMs: 1, unit: 10 }, 1000)
  // Each client sends two spells and never comes back: far more spells than the pool has at first.
  for (let client = 0; client < 20_000; client++) {
    departures.add(client, client * 2000, 0, 1)
    departures.add(client, client * 2000 + 500, 0, 1)
  }
  expect(departures.busiest).toBe(2)
  for (let i = 0; i < 3000; i++) departures.add(7, 50_000_000 + i * 11, 0, 1)
  expect(departures.busiest).toBe(91)
})
