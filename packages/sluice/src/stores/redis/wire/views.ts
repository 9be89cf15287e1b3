/**
 * What the script says of a limit's key, turned into a decision. It sends the state, and the pure steps that decide in
 * memory work the numbers out of it, so that both stores answer alike by construction. A sliding log stays where it is;
 * of it the script sends the numbers themselves.
 */
import { leakyBucketAlgorithm, type LeakyBucketRule } from '../../../algorithms/leaky-bucket/leaky-bucket.ts'
import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import { foresee, type Decision } from '../../../algorithms/transition.ts'
import type { Limit } from '../../../limits/limit.ts'

export interface View {
  /** How many places of the reply it takes. */
  readonly width: number
  /** The state, where it was sent. */
  stateOf?(view: readonly (number | undefined)[]): unknown
  /** The answer to a request that was charged, with the key as it then stands. */
  charged(limit: Limit, view: readonly (number | undefined)[], nowMs: number, cost: number): Decision
  /** The answer to a request that was not. */
  foreseen(limit: Limit, view: readonly (number | undefined)[], nowMs: number, cost: number): Decision
}

type Numbers = readonly (number | undefined)[]

/** How the state of each algorithm stands in a view. */
const states: Readonly<Record<string, { width: number; read: (view: Numbers) => unknown }>> = {
  gcra: { width: 1, read: ([tat]) => tat },
  'leaky-bucket': { width: 1, read: ([next]) => next },
  'token-bucket': { width: 2, read: ([level, atMs]) => ({ level, atMs }) },
  'fixed-window': { width: 2, read: ([endMs, count]) => ({ endMs, count }) },
  'sliding-window-counter': {
    width: 3,
    read: ([window, count, previous]) => ({ window, count, previous }),
  },
}

const stateViews = new Map(
  Object.entries(states).map(([algorithm, { width, read }]) => [algorithm, stateView(width, read)]),
)

export function viewOf({ algorithm }: Limit): View {
  return stateViews.get(algorithm.name) ?? logView
}

function stateView(width: number, read: (view: Numbers) => unknown): View {
  const stateOf = (view: Numbers): unknown => (view[0] === undefined ? undefined : read(view))
  return {
    width,
    stateOf,
    charged({ algorithm, rule }, view, nowMs, cost) {
      const { remaining, resetAfterMs, replenishAfterMs } = algorithm.standing(rule, stateOf(view), nowMs)
      const delayMs =
        algorithm.delayMs === undefined ? 0 : delayOf(rule as LeakyBucketRule, view, nowMs, cost)
      return passed(rule.limit, remaining, resetAfterMs, replenishAfterMs, delayMs)
    },
    foreseen({ algorithm, rule }, view, nowMs, cost) {
      return foresee(algorithm, rule, stateOf(view), nowMs, cost)
    },
  }
}

/** How long a request waits that was just put at the end of the queue. */
function delayOf(rule: LeakyBucketRule, [next = 0]: Numbers, nowMs: number, cost: number): number {
  return leakyBucketAlgorithm.delayMs?.(rule, next - cost * rule.unit, nowMs) ?? 0
}

function passed(
  limit: number,
  remaining: number,
  resetAfterMs: number,
  replenishAfterMs: number,
  delayMs: number,
): Decision {
  return {
    allowed: true,
    limit,
    remaining,
    retryAfterMs: 0,
    resetAfterMs,
    replenishAfterMs,
    delayMs,
    never: false,
  }
}

const logView: View = {
  width: 4,
  charged(limit, view, nowMs) {
    return { ...logView.foreseen(limit, view, nowMs, 0), allowed: true }
  },
  foreseen({ rule }, [waitMs = 0, units = 0, newestMs = 0, replenishAfterMs = 0], nowMs, cost) {
    const never = cost > rule.limit
    const retryAfterMs = never ? Infinity : cost === 0 ? 0 : waitMs
    return {
      allowed: retryAfterMs === 0,
      limit: rule.limit,
      remaining: Math.max(0, rule.limit - units),
      retryAfterMs,
      resetAfterMs: units === 0 ? 0 : newestMs + (rule as SlidingLogRule).windowMs - nowMs,
      replenishAfterMs,
      delayMs: 0,
      never,
    }
  },
}
