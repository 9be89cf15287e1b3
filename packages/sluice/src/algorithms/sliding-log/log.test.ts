import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_EXACT } from '../scale.ts'
import { appended, emptyLog, firstAfter, firstTotalAbove, newestMs, totalThrough, type Log } from './log.ts'

/** The entries that a log shows, as [time, units]. */
function entries(log: Log): [number, number][] {
  const shown: [number, number][] = []
  for (let index = log.head; index < log.tail; index++) {
    const before = index === log.head ? log.base : totalThrough(log, index - 1)
    shown.push([log.times[index] ?? NaN, totalThrough(log, index) - before])
  }
  return shown
}

test('requests of one millisecond share an entry', () => {
  const log = appended(appended(appended(emptyLog, 5, 1), 5, 2), 7, 1)
  expect(entries(log)).toEqual([
    [5, 3],
    [7, 1],
  ])
  expect(newestMs(log)).toBe(7)
  expect(newestMs(emptyLog)).toBe(-Infinity)
})

test('a log shows the same after others have been made from it, in whatever order', () => {
  const charges = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 3 }), fc.nat()), {
    maxLength: 120,
  })
  fc.assert(
    fc.property(charges, (steps) => {
      const logs: { log: Log; shown: [number, number][] }[] = [{ log: emptyLog, shown: [] }]
      for (const [gapMs, cost, pick] of steps) {
        // Mostly the newest, sometimes one from any time before.
        const from = pick % 4 === 0 ? logs[pick % logs.length] : logs.at(-1)
        const { log, shown } = from ?? { log: emptyLog, shown: [] }
        const newest = shown.at(-1)
        const atMs = (newest?.[0] ?? 0) + gapMs
        const next = appended(log, atMs, cost)
        const rest = newest?.[0] === atMs ? shown.slice(0, -1) : shown
        const units = newest?.[0] === atMs ? newest[1] + cost : cost
        logs.push({ log: next, shown: [...rest, [atMs, units]] })
      }
      for (const { log, shown } of logs) expect(entries(log)).toEqual(shown)
    }),
  )
})

describe('appending', () => {
  test('writes behind the newest log, and copies for an older one', () => {
    const first = appended(emptyLog, 1, 1)
    const second = appended(first, 2, 1)
    expect(second.times).toBe(first.times)
    const branch = appended(first, 3, 1)
    expect(branch.times).not.toBe(first.times)
    expect(emptyLog.times).toHaveLength(0)
  })

  test('copies only now and then as entries leave, and keeps no more than about twice those that count', () => {
    let log = emptyLog
    let copies = 0
    for (let ms = 0; ms < 10_000; ms++) {
      const { times } = log
      log = appended({ ...log, head: Math.max(0, log.tail - 100), base: Math.max(0, log.total - 100) }, ms, 1)
      if (log.times !== times) copies++
      expect(log.times.length).toBeLessThanOrEqual(202)
    }
    expect(copies).toBeLessThanOrEqual(101)
  })

  test('of few entries copies once in thirty times at the most', () => {
    let log = emptyLog
    let copies = 0
    for (let ms = 0; ms < 3000; ms++) {
      const { times } = log
      log = appended({ ...log, head: Math.max(0, log.tail - 2), base: Math.max(0, log.total - 2) }, ms, 1)
      if (log.times !== times) copies++
    }
    expect(copies).toBeLessThanOrEqual(100)
  })

  test('starts its totals anew before they pass what can be counted', () => {
    const large = appended(appended(emptyLog, 1, MAX_EXACT - 10), 2, 5)
    const log = appended({ ...large, head: 1, base: MAX_EXACT - 10 }, 3, 7)
    expect(entries(log)).toEqual([
      [2, 5],
      [3, 7],
    ])
    expect(log.total).toBe(12)
    expect(appended(large, 3, 5).total).toBe(MAX_EXACT)
    expect(appended(large, 3, 6)).toMatchObject({ total: MAX_EXACT, base: 0 })
  })
})

test('entries are found as a look at each of them finds them', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 70 })
  fc.assert(
    fc.property(gaps, fc.nat({ max: 400 }), fc.nat({ max: 80 }), (steps, sought, left) => {
      let log = emptyLog
      let atMs = 0
      for (const gap of steps) log = appended(log, (atMs += gap), gap)
      const head = Math.min(left, log.tail)
      log = { ...log, head, base: head === 0 ? 0 : totalThrough(log, head - 1) }
      const indices = Array.from({ length: log.tail - head }, (_, index) => head + index)
      expect(firstAfter(log, sought)).toBe(
        indices.find((index) => (log.times[index] ?? 0) > sought) ?? log.tail,
      )
      expect(firstTotalAbove(log, head, sought)).toBe(
        indices.find((index) => totalThrough(log, index) > sought) ?? log.tail,
      )
    }),
  )
})

test('a search looks at few entries, also in a long log', () => {
  let log = emptyLog
  for (let ms = 0; ms < 100_000; ms++) log = appended(log, ms, 1)
  let looks = 0
  const times = new Proxy(log.times as number[], {
    get: (target, name) => ((looks += 1), Reflect.get(target, name)),
  })
  expect(firstAfter({ ...log, times }, 3)).toBe(4)
  expect(looks).toBeLessThan(10)
  expect(firstAfter({ ...log, times }, 77_777)).toBe(77_778)
  expect(looks).toBeLessThan(60)
})
