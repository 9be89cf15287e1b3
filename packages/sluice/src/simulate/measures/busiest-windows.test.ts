import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BusiestAllowed } from './busiest-allowed.ts'
import { BusiestWindows, type ClientWindow } from './busiest-windows.ts'
import { WindowCounts } from './window-counts.ts'

interface Request {
  readonly client: number
  readonly t: number
  readonly count: number
  readonly allowed: boolean
}

/** Requests of six clients in the order of their times, many at the same time. */
const anyRequests = fc
  .array(
    fc.record({
      client: fc.nat({ max: 5 }),
      gap: fc.integer({ min: -5, max: 4 }),
      count: fc.nat({ max: 3 }),
      allowed: fc.boolean(),
    }),
    { maxLength: 300, size: 'max' },
  )
  .map((requests) => {
    let t = 0
    return requests.map(({ gap, ...request }): Request => ({ ...request, t: (t += Math.max(0, gap)) }))
  })
const anyWindow = fc.integer({ min: 1, max: 30 })

/** What the window of the last request that was seen holds, counted afresh. */
function insideAt(seen: readonly Request[], { client, t }: Request, windowMs: number): number {
  return seen
    .filter((request) => request.client === client && request.t > t - windowMs)
    .reduce((sum, request) => sum + request.count, 0)
}

test('counts every client as if it were alone, and knows the busiest, which is the first to get there', () => {
  fc.assert(
    fc.property(anyRequests, anyWindow, (requests, windowMs) => {
      const windows = new BusiestWindows(windowMs)
      let busiest: ClientWindow | undefined
      requests.forEach((request, i) => {
        const { client, t, count } = request
        const inside = insideAt(requests.slice(0, i + 1), request, windowMs)
        expect(windows.add(client, t, count)).toBe(inside)
        if (inside > (busiest?.count ?? 0)) busiest = { client, count: inside, endMs: t }
        expect(windows.busiest()).toEqual(busiest)
      })
    }),
  )
})

test('the busiest window of what is allowed is that of a count which never saw the refusals', () => {
  fc.assert(
    fc.property(anyRequests, anyWindow, (requests, windowMs) => {
      const offered = new WindowCounts(windowMs)
      const allowed = new BusiestAllowed(windowMs)
      const alone = new BusiestWindows(windowMs)
      for (const { client, t, count, allowed: passes } of requests) {
        const inside = offered.add(client, t, count)
        if (passes) {
          allowed.allow(client, t, inside)
          alone.add(client, t, count)
        } else allowed.refuse(client, t, count)
        expect(allowed.busiest()).toEqual(alone.busiest())
      }
    }),
  )
})

test('holds one entry for each client and time inside the window, however long it runs', () => {
  const counts = new WindowCounts(100)
  for (let t = 0; t < 100_000; t++) {
    counts.add(0, t, 1)
    expect(counts.add(0, t, 1)).toBe(2 * Math.min(100, t + 1))
  }
  expect(counts.entries).toBe(100)
})

test('clients that never come back leave the queue with the window', () => {
  const counts = new WindowCounts(100)
  for (let client = 0; client < 10_000; client++) counts.add(client, client, 1)
  expect(counts.entries).toBe(100)
  expect(counts.total(9_899, 9_999)).toBe(0)
  expect(counts.total(9_900, 9_999)).toBe(1)
  expect(counts.total(9_900, 10_000)).toBe(0)
  expect(counts.total(123_456, 10_000)).toBe(0)
})

test('a new queue counts the first client at time 0', () => {
  const counts = new WindowCounts(10)
  expect(counts.add(0, 0, 1)).toBe(1)
  expect(counts.add(0, 10, 1)).toBe(1)
})

test('counts far beyond 32 bits', () => {
  const counts = new WindowCounts(100)
  counts.add(0, 0, 2 ** 40)
  expect(counts.add(0, 1, 2 ** 40)).toBe(2 ** 41)
})

test('refuses a time that steps back or is none', () => {
  const windows = new BusiestWindows(10)
  windows.add(0, 1000, 1)
  for (const timeMs of [999, NaN]) {
    expect(() => windows.add(1, timeMs, 1)).toThrow(
      expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC', field: 'timeMs', value: timeMs }),
    )
  }
})

test.each([0, -1, 1.5, NaN])('refuses a window of %d ms', (windowMs) => {
  for (const build of [BusiestWindows, BusiestAllowed, WindowCounts]) {
    expect(() => new build(windowMs)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
  }
})
