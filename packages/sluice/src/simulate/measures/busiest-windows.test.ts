import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { busiestWindow } from './busiest-window.ts'
import { BusiestWindows, type ClientWindow } from './busiest-windows.ts'

interface Request {
  readonly client: number
  readonly t: number
  readonly count: number
}

/** Requests of six clients in the order of their times, many at the same time. */
const anyRequests = fc
  .array(fc.record({ client: fc.nat({ max: 5 }), gap: fc.nat({ max: 9 }), count: fc.nat({ max: 3 }) }), {
    maxLength: 200,
  })
  .map((requests) => {
    let t = 0
    return requests.map(({ client, gap, count }): Request => ({
      client,
      t: (t += Math.max(0, gap - 5)),
      count,
    }))
  })
const anyWindow = fc.integer({ min: 1, max: 30 })

function expectedOf(
  client: number,
  requests: readonly Request[],
  windowMs: number,
): ClientWindow | undefined {
  const own = requests.filter((request) => request.client === client)
  const times = own.map(({ t }) => t)
  const { count, endMs } = busiestWindow(
    times,
    windowMs,
    own.map((request) => request.count),
  )
  return endMs === null ? undefined : { client, count, endMs }
}

test('counts every client as if it were alone, and knows the busiest, which is the first to get there', () => {
  fc.assert(
    fc.property(anyRequests, anyWindow, (requests, windowMs) => {
      const windows = new BusiestWindows(windowMs)
      let busiest: ClientWindow | undefined
      requests.forEach(({ client, t, count }, i) => {
        const inside = requests
          .slice(0, i + 1)
          .filter((request) => request.client === client && request.t > t - windowMs)
          .reduce((sum, request) => sum + request.count, 0)
        expect(windows.add(client, t, count)).toBe(inside)
        if (inside > (busiest?.count ?? 0)) busiest = { client, count: inside, endMs: t }
        expect(windows.busiest()).toEqual(busiest)
      })
      for (let client = 0; client < 6; client++) {
        expect(windows.busiestOf(client)).toEqual(expectedOf(client, requests, windowMs))
      }
    }),
  )
})

test('a copied client goes on as if it had been there from the start', () => {
  fc.assert(
    fc.property(anyRequests, anyWindow, fc.nat({ max: 200 }), (requests, windowMs, at) => {
      const all = new BusiestWindows(windowMs)
      const some = new BusiestWindows(windowMs)
      for (const { client, t, count } of requests.slice(0, at)) all.add(client, t, count)
      some.copyClient(3, all)
      for (const { client, t, count } of requests.slice(at)) {
        const inside = all.add(client, t, count)
        expect(client === 3 ? some.add(client, t, count) : inside).toBe(inside)
      }
      expect(some.busiestOf(3)).toEqual(all.busiestOf(3))
      expect(some.busiest()).toEqual(all.busiestOf(3))
    }),
  )
})

test('a client that is absent copies as absent, and one that is not new cannot become a copy', () => {
  const from = new BusiestWindows(1000)
  const to = new BusiestWindows(1000)
  from.add(1, 0, 2)
  to.copyClient(5000, from)
  expect(to.busiest()).toBeUndefined()
  to.add(1, 0, 1)
  expect(() => to.copyClient(1, from)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
})

test('clients need not be in step with each other', () => {
  const windows = new BusiestWindows(10)
  windows.add(0, 1000, 1)
  windows.add(1, 5, 1)
  windows.add(1, 6, 1)
  expect(windows.busiest()).toEqual({ client: 1, count: 2, endMs: 6 })
  expect(() => windows.add(1, 4, 1)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_TRAFFIC' }))
})

test('holds one entry for each time inside the window, and uses entries again', () => {
  const windows = new BusiestWindows(100)
  for (let t = 0; t < 100_000; t++) {
    windows.add(0, t, 1)
    windows.add(0, t, 1)
  }
  expect(windows.entries).toBe(100)
  expect(windows.busiest()).toEqual({ client: 0, count: 200, endMs: 99 })
})

test('forgets the entries of clients that never come back, and nothing that still counts', () => {
  const windows = new BusiestWindows(100)
  for (let client = 0; client < 10_000; client++) windows.add(client, client, 1)
  expect(windows.entries).toBe(10_000)
  windows.forgetBefore(9_999)
  expect(windows.entries).toBe(100)
  expect(windows.add(9_999, 9_999, 1)).toBe(2)
  expect(windows.add(9_900, 9_999, 1)).toBe(2)
  expect(windows.add(9_900, 10_000, 1)).toBe(2)
})

test('counts far beyond 32 bits', () => {
  const windows = new BusiestWindows(100)
  windows.add(0, 0, 2 ** 40)
  expect(windows.add(0, 1, 2 ** 40)).toBe(2 ** 41)
})

test.each([0, -1, 1.5, NaN])('refuses a window of %d ms', (windowMs) => {
  expect(() => new BusiestWindows(windowMs)).toThrow(expect.objectContaining({ code: 'ERR_INVALID_NUMBER' }))
})
