/**
 * How much time a shared store can have seen pass, from here. A question is decided after it was sent, so what is counted
 * from the moment of sending is never too little.
 */
import { readClock, type Clock, type TimeSource } from '../clock.ts'

/** A moment on both clocks of a machine. */
export interface Moment {
  readonly monotonicMs: number
  readonly wallMs: number
}

export interface Stopwatch {
  moment(): Moment
  /**
   * The most whole milliseconds by which the store's clock can have moved on since: rounded up, because a store cuts
   * fractions. `Infinity` if the clock has stepped back and so tells nothing.
   */
  passedMs(since: Moment): number
}

declare const performance: { now(): number }

/** Kept, because looking the global up takes as long as reading the clock. */
const machinePerformance = performance

const machine: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => machinePerformance.now() }

/**
 * Goes by the monotonic clock, which no correction of the time of day moves. Many machines stop that clock while they are
 * suspended, so where the time of day has moved on by more, that counts; a correction forward then ends things early.
 */
export function machineStopwatch(source: TimeSource = machine): Stopwatch {
  return {
    moment: () => ({ monotonicMs: source.monotonicMs(), wallMs: source.wallMs() }),
    passedMs({ monotonicMs, wallMs }) {
      // The time of day is cut to whole milliseconds, so two readings of it may be one further apart than they were.
      return Math.max(Math.ceil(source.monotonicMs() - monotonicMs), source.wallMs() - wallMs - 1)
    },
  }
}

/** Goes by the clock that the store decides by. */
export function clockStopwatch(clock: Clock): Stopwatch {
  const nowMs = (): number => readClock(clock, Number.MAX_SAFE_INTEGER)
  return {
    moment: () => ({ monotonicMs: nowMs(), wallMs: 0 }),
    passedMs({ monotonicMs }) {
      const passedMs = nowMs() - monotonicMs
      return passedMs < 0 ? Infinity : passedMs
    },
  }
}
