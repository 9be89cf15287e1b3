import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock, readClock, systemClock, type TimeSource } from './clock.ts'

/** A time source that is moved by hand. */
class HandSource implements TimeSource {
  wall = 1_700_000_000_000
  monotonic = 5_000_000.25

  wallMs(): number {
    return this.wall
  }

  monotonicMs(): number {
    return this.monotonic
  }

  /** Lets time pass, with the wall clock as much faster or slower. */
  pass(ms: number, driftMs = 0): void {
    this.monotonic += ms
    this.wall += ms + driftMs
  }
}

describe('manual clock', () => {
  test('starts at 0 or at the time that is given, and stands still', () => {
    expect(manualClock().now()).toBe(0)
    const clock = manualClock(89_000)
    expect([clock.now(), clock.now()]).toEqual([89_000, 89_000])
  })

  test('goes where it is told to, also back', () => {
    const clock = manualClock(1000)
    clock.advance(500)
    expect(clock.now()).toBe(1500)
    clock.advance(-1500)
    expect(clock.now()).toBe(0)
    clock.set(42)
    expect(clock.now()).toBe(42)
  })
})

describe('system clock', () => {
  test('starts at the wall time, in whole milliseconds', () => {
    const source = new HandSource()
    source.wall += 0.75
    expect(systemClock(source).now()).toBe(1_700_000_000_000)
  })

  test('of this machine shows about the time of day and never runs back', () => {
    const before = Date.now()
    const clock = systemClock()
    const times = Array.from({ length: 1000 }, () => clock.now())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(before - 1)
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now() + 1)
  })

  test.each([-11_000, -3_600_000, 11_000, 3_600_000])(
    'a step of the wall clock by %i ms moves no decision',
    (stepMs) => {
      const source = new HandSource()
      const clock = systemClock(source)
      source.pass(5000)
      source.wall += stepMs
      expect(clock.now()).toBe(1_700_000_005_000)
      source.pass(10)
      expect(clock.now()).toBe(1_700_000_005_010)
    },
  )

  test('behind the wall, it is brought forward by half a millisecond a second', () => {
    const source = new HandSource()
    const clock = systemClock(source)
    source.wall += 60_000
    source.pass(1000)
    expect(clock.now()).toBe(1_700_000_001_000)
    for (let second = 1; second <= 100; second++) {
      source.pass(1000)
      expect(clock.now()).toBe(1_700_000_001_000 + Math.floor(second * 1000.5))
    }
  })

  test('it stops at the wall, however long nobody asked', () => {
    const source = new HandSource()
    const clock = systemClock(source)
    source.wall += 7
    source.pass(1000)
    clock.now()
    source.pass(3_600_000)
    expect(clock.now()).toBe(source.wall)
    source.pass(3_600_000)
    expect(clock.now()).toBe(source.wall)
  })

  test('the wall is not looked at more than once a second', () => {
    let looks = 0
    const source = new HandSource()
    const clock = systemClock({
      wallMs: () => ((looks += 1), source.wallMs()),
      monotonicMs: () => source.monotonicMs(),
    })
    for (let ms = 0; ms < 10_000; ms++) {
      source.pass(1)
      clock.now()
    }
    expect(looks).toBe(11)
  })

  test('a slow monotonic clock is kept near the wall, a fast one is left alone', () => {
    const slow = new HandSource()
    const slowClock = systemClock(slow)
    const fast = new HandSource()
    const fastClock = systemClock(fast)
    for (let second = 0; second < 3600; second++) {
      slow.pass(1000, 0.1)
      slowClock.now()
      fast.pass(1000, -0.1)
      fastClock.now()
    }
    expect(slow.wall - slowClock.now()).toBeLessThanOrEqual(2)
    expect(fastClock.now()).toBe(1_700_000_000_000 + 3_600_000)
  })

  test('on any course of the wall it never runs back, and never faster than half a millisecond a second', () => {
    const courses = fc.array(fc.tuple(fc.nat({ max: 5000 }), fc.integer({ min: -20_000, max: 20_000 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(courses, (course) => {
        const source = new HandSource()
        const clock = systemClock(source)
        for (const [ms, driftMs] of course) {
          const beforeMs = clock.now()
          source.pass(ms, driftMs)
          const passedMs = clock.now() - beforeMs
          expect(passedMs).toBeGreaterThanOrEqual(ms - 1)
          expect(passedMs).toBeLessThanOrEqual(Math.ceil(ms * 1.0005) + 1)
        }
      }),
    )
  })
})

describe('a clock is read', () => {
  const last = 3_155_760_000_000

  test.each([
    [0, 0],
    [1.999, 1],
    [last, last],
  ])('%d as %i', (time, ms) => {
    expect(readClock(manualClock(time), last)).toBe(ms)
  })

  test.each([NaN, -1, -0.5, Infinity, -Infinity, last + 1, '5', null, undefined, 5n])('%s throws', (time) => {
    expect(() => readClock({ now: () => time as number }, last)).toThrow(
      expect.objectContaining({
        code: 'ERR_INVALID_CLOCK',
        field: 'clock',
        value: time,
        message: expect.stringContaining(`from 0 to ${last}`),
      }),
    )
  })
})
