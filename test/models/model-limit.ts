/**
 * A limit for exhaustive search: its states are plain data that is the same wherever it decides the same, and they can be
 * moved in time, so that a search need not end at some hour.
 */
import type {
  TokenBucketRule,
  TokenBucketState,
} from '../../packages/sluice/src/algorithms/token-bucket/token-bucket.ts'
import type { FixedWindowState } from '../../packages/sluice/src/algorithms/fixed-window/fixed-window.ts'
import type { Log } from '../../packages/sluice/src/algorithms/sliding-log/log.ts'
import type { SlidingLogRule } from '../../packages/sluice/src/algorithms/sliding-log/sliding-log.ts'
import type { SlidingWindowCounterState } from '../../packages/sluice/src/algorithms/sliding-window-counter/sliding-window-counter.ts'
import { foresee } from '../../packages/sluice/src/algorithms/transition.ts'
import type { Limit } from '../../packages/sluice/src/index.ts'

export class ModelLimit {
  readonly limit: Limit

  constructor(limit: Limit) {
    this.limit = limit
  }

  fits(state: unknown, nowMs: number, cost: number): boolean {
    return foresee(this.limit.algorithm, this.limit.rule, state, nowMs, cost).allowed
  }

  taken(state: unknown, nowMs: number, cost: number): unknown {
    return this.at(this.limit.algorithm.take(this.limit.rule, state, nowMs, cost), nowMs)
  }

  givenBack(state: unknown, nowMs: number, cost: number, takenAtMs: number): unknown {
    if (state === undefined) return undefined
    return this.at(this.limit.algorithm.giveBack(this.limit.rule, state, nowMs, cost, takenAtMs), nowMs)
  }

  /** A bucket's state held down by so many parts of units. */
  heldDown(state: unknown, nowMs: number, parts: number): unknown {
    const { full } = this.limit.rule as TokenBucketRule
    const level = state === undefined ? full : (state as TokenBucketState).level
    return this.at({ level: Math.min(level, full - parts), atMs: nowMs }, nowMs)
  }

  /** The same state without what no longer counts at `nowMs`, told `earlierMs` earlier. */
  at(state: unknown, nowMs: number, earlierMs = 0): unknown {
    if (state === undefined) return undefined
    const { algorithm, rule } = this.limit
    if (algorithm.standing(rule, state, nowMs).resetAfterMs === 0) return undefined
    switch (algorithm.name) {
      case 'token-bucket': {
        const { level } = algorithm.take(rule, state, nowMs, 0) as TokenBucketState
        return { level, atMs: nowMs - earlierMs }
      }
      case 'fixed-window': {
        const { endMs, count } = state as FixedWindowState
        return { endMs: endMs - earlierMs, count }
      }
      case 'sliding-window-counter': {
        const { window, count, previous } = algorithm.take(rule, state, nowMs, 0) as SlidingWindowCounterState
        return { window: window - earlierMs / (rule as SlidingLogRule).windowMs, count, previous }
      }
      case 'sliding-log':
        return logAt(state as Log, nowMs - (rule as SlidingLogRule).windowMs, earlierMs)
      default:
        throw new RangeError(`There are no leases of ${algorithm.name}.`)
    }
  }
}

/** The entries after a time, in arrays of their own. */
function logAt({ times, totals, head, tail, base, total }: Log, afterMs: number, earlierMs: number): Log {
  const kept: [number, number][] = []
  let before = base
  for (let index = head; index < tail; index++) {
    const through = index === tail - 1 ? total : (totals[index] as number)
    const atMs = times[index] as number
    if (atMs > afterMs) kept.push([atMs - earlierMs, through - before])
    before = through
  }
  let sum = 0
  const sums = kept.map(([, units]) => (sum += units))
  return { times: kept.map(([atMs]) => atMs), totals: sums, head: 0, tail: kept.length, base: 0, total: sum }
}
