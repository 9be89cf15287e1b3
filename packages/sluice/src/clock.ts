import { SluiceError } from './errors.ts'
import { shown } from './limits/options.ts'

/** Tells the time in milliseconds since the Unix epoch. Fractions are cut. */
export interface Clock {
  now(): number
}

/** A clock that stands still until it is told to move: for tests, replays and simulations. */
export interface ManualClock extends Clock {
  /** Sets the time, forward or back. */
  set(ms: number): void
  /** Moves the time by so many milliseconds; negative moves it back. */
  advance(ms: number): void
}

/** A manual clock that starts at `startMs`, by default 0. */
export function manualClock(startMs = 0): ManualClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    set: (ms) => {
      nowMs = ms
    },
    advance: (ms) => {
      nowMs += ms
    },
  }
}

/** Where the system clock reads its times: `Date` and `performance`, or a test's own. */
export interface TimeSource {
  /** The time of day, which may be corrected at any moment, forward or back. */
  wallMs(): number
  /** A time from any origin that never runs back. */
  monotonicMs(): number
}

declare const performance: { now(): number }

/** Kept, because looking the global up takes as long as reading the clock. */
const stopwatch = performance

const machine: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => stopwatch.now() }

/** The wall clock is looked at once in so many milliseconds. */
const LOOK_EVERY_MS = 1000

/** How fast a clock that is behind the wall is brought forward: 500 parts in a million, the rate at which NTP slews. */
const SLEW = 500e-6

/**
 * A clock that starts at the wall time and then follows the monotonic clock, so that correcting the machine's time
 * never moves a decision back. Where it has fallen behind the wall it is brought forward by at most 0.5 ms a second;
 * where it is ahead it is left alone.
 */
export function systemClock(source: TimeSource = machine): Clock {
  let lookedAtMs = source.monotonicMs()
  let timeAtLookMs = source.wallMs()
  let behindMs = 0
  return {
    now() {
      const elapsedMs = source.monotonicMs() - lookedAtMs
      // However long ago the last look was, no more is made up for than was missing then.
      const nowMs = timeAtLookMs + elapsedMs + Math.min(behindMs, elapsedMs * SLEW)
      if (elapsedMs >= LOOK_EVERY_MS) {
        lookedAtMs += elapsedMs
        timeAtLookMs = nowMs
        behindMs = Math.max(0, source.wallMs() - nowMs)
      }
      return Math.floor(nowMs)
    },
  }
}

/**
 * The time that a clock gives, in whole milliseconds.
 *
 * @throws SluiceError `ERR_INVALID_CLOCK` if it is not a time from 1970 to `lastMs`
 */
export function readClock(clock: Clock, lastMs: number): number {
  const nowMs: unknown = clock.now()
  if (typeof nowMs === 'number' && nowMs >= 0 && nowMs <= lastMs) return Math.floor(nowMs)
  throw new SluiceError(
    'ERR_INVALID_CLOCK',
    `clock.now() must give milliseconds since 1970, from 0 to ${lastMs}, the last that this limit decides exactly; found ${shown(nowMs)}.`,
    { field: 'clock', value: nowMs },
  )
}
