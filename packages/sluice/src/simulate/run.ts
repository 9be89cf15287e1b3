import { manualClock } from '../clock.ts'
import { SluiceError } from '../errors.ts'
import { createLimiter } from '../limiter/create-limiter.ts'
import type { Limit } from '../limits/limit.ts'
import { shown } from '../limits/options.ts'
import { busiestWindow } from './measures/busiest-window.ts'
import { costAt, timeAt } from './measures/sorted-times.ts'
import { BYTES_A_NUMBER, numbersKept } from './numbers-kept.ts'

export interface SimulationOptions {
  readonly limit: Limit
  /** When the requests of one key arrive: whole milliseconds, sorted. */
  readonly times: ArrayLike<number>
  /** What each request costs, in the order of `times`. Default 1 each. */
  readonly costs?: ArrayLike<number>
  /** The window that the busiest windows are measured by, in milliseconds. Default 1,000. */
  readonly windowMs?: number
}

/** What a limit did to the requests of one key. */
export interface Simulation {
  /** The answer to each request, in the order of the times. */
  readonly allowed: readonly boolean[]
  /** When each request reached the service, in the same order: on arrival, or after its wait; NaN if it was refused. */
  readonly servedMs: Float64Array
  /** When allowed requests arrived, sorted. */
  readonly allowedTimes: Float64Array
  /** When they reached the service, sorted. Later than they arrived only behind a leaky bucket. */
  readonly servedTimes: Float64Array
  /** When refused requests arrived, sorted. */
  readonly refusedTimes: Float64Array
  readonly measures: Measures
}

/** The figures of one run. */
export interface Measures {
  /** Requests that passed. */
  readonly served: number
  readonly refused: number
  /** The most units that any window passed, by the time they arrived. */
  readonly busiestAllowed: number
  /** The most units that any window passed, by the time they reached the service. */
  readonly busiestServed: number
  /** The longest that an allowed request waited before it went on. */
  readonly longestWaitMs: number
  /** The most numbers that the algorithm kept for the key. */
  readonly numbersStored: number
  /** Those numbers at 8 bytes each, without what a store adds. */
  readonly bytesPerKey: number
}

/**
 * Runs the requests of one key through a limiter on a clock that stands at each request's time.
 *
 * @throws SluiceError `ERR_INVALID_TRAFFIC` if the times are not sorted, not from 0 (1970) to the last that the limit decides, or a
 *   cost is no whole number; `ERR_INVALID_NUMBER` for the window
 * @example
 * simulate({ limit: slidingLog({ limit: 10, window: '1s' }), times: lessonTrace() }).measures.refused // 84
 */
export function simulate({ limit, times, costs, windowMs = 1000 }: SimulationOptions): Simulation {
  checkRange(times, limit.lastMs)
  const clock = manualClock()
  const limiter = createLimiter({ limit, clock })
  const allowed: boolean[] = []
  const servedMs = new Float64Array(times.length)
  let mostUnits = 0
  for (let i = 0; i < times.length; i++) {
    const nowMs = timeAt(times, i)
    clock.set(nowMs)
    const decision = limiter.check('', { cost: costAt(costs, i) })
    allowed.push(decision.allowed)
    servedMs[i] = decision.allowed ? nowMs + decision.delayMs : NaN
    mostUnits = Math.max(mostUnits, decision.limit - decision.remaining)
  }
  const split = splitTimes(times, costs, allowed, servedMs)
  const numbersStored = numbersKept(limit, mostUnits)
  return {
    allowed,
    servedMs,
    allowedTimes: split.allowedTimes,
    servedTimes: split.servedTimes,
    refusedTimes: split.refusedTimes,
    measures: {
      served: split.allowedTimes.length,
      refused: split.refusedTimes.length,
      busiestAllowed: busiestWindow(split.allowedTimes, windowMs, split.allowedCosts).count,
      busiestServed: busiestWindow(split.servedTimes, windowMs, split.servedCosts).count,
      longestWaitMs: servedMs.reduce(
        (longest, t, i) => (Number.isNaN(t) ? longest : Math.max(longest, t - times[i]!)),
        0,
      ),
      numbersStored,
      bytesPerKey: numbersStored * BYTES_A_NUMBER,
    },
  }
}

/** Times are sorted, so the first and the last one stand for all. */
function checkRange(times: ArrayLike<number>, lastMs: number): void {
  for (const index of times.length === 0 ? [] : [0, times.length - 1]) {
    const value = times[index]!
    if (value >= 0 && value <= lastMs) continue
    const message = `times must lie from 0 (the start of 1970) to ${lastMs}, but times[${index}] is ${shown(value)}`
    throw new SluiceError('ERR_INVALID_TRAFFIC', message, { field: `times[${index}]`, value })
  }
}

interface SplitTimes {
  readonly allowedTimes: Float64Array
  readonly servedTimes: Float64Array
  readonly refusedTimes: Float64Array
  readonly allowedCosts: Float64Array
  readonly servedCosts: Float64Array
}

/** Requests leave in the order in which they came, but for those of cost 0, which never wait behind others. */
function splitTimes(
  times: ArrayLike<number>,
  costs: ArrayLike<number> | undefined,
  allowed: readonly boolean[],
  servedMs: Float64Array,
): SplitTimes {
  const passed = allowed.flatMap((isAllowed, i) => (isAllowed ? [i] : []))
  const refused = allowed.flatMap((isAllowed, i) => (isAllowed ? [] : [i]))
  const served = passed.toSorted((a, b) => servedMs[a]! - servedMs[b]! || a - b)
  return {
    allowedTimes: Float64Array.from(passed, (i) => times[i]!),
    servedTimes: Float64Array.from(served, (i) => servedMs[i]!),
    refusedTimes: Float64Array.from(refused, (i) => times[i]!),
    allowedCosts: Float64Array.from(passed, (i) => costAt(costs, i)),
    servedCosts: Float64Array.from(served, (i) => costAt(costs, i)),
  }
}
