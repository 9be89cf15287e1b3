import type { FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import type { GcraRule } from '../../../algorithms/gcra/gcra.ts'
import type { LeakyBucketRule } from '../../../algorithms/leaky-bucket/leaky-bucket.ts'
import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import type { Limit } from '../../../limits/limit.ts'

/** The Lua twin that decides a limit, and its numbers. */
export interface TwinArgs {
  readonly twin: string
  readonly numbers: readonly (number | string)[]
}

/**
 * What the script is told of a limit. `nowMs` is about the time of the server: a calendar is not known there, so the edges
 * of the window around it and of the next one are sent along.
 */
export function twinArgs({ algorithm, rule }: Limit, nowMs: number): TwinArgs {
  switch (algorithm.name) {
    case 'token-bucket':
    case 'gcra':
      return { twin: algorithm.name, numbers: scaleOf(rule as GcraRule) }
    case 'leaky-bucket': {
      const { reading } = rule as LeakyBucketRule
      return { twin: reading === 'queue' ? 'gcra' : 'leaky-bucket', numbers: scaleOf(rule as GcraRule) }
    }
    case 'fixed-window':
      return { twin: algorithm.name, numbers: windowOf(rule as FixedWindowRule, nowMs) }
    case 'sliding-log':
    case 'sliding-window-counter':
      return { twin: algorithm.name, numbers: [rule.limit, (rule as SlidingLogRule).windowMs] }
  }
}

function scaleOf({ limit, perMs, unit }: GcraRule): readonly number[] {
  return [limit, perMs, unit]
}

function windowOf(rule: FixedWindowRule, nowMs: number): readonly (number | string)[] {
  const { limit, windowMs, anchored } = rule
  if (windowMs !== undefined) return [limit, anchored ? 'first-request' : 'epoch', windowMs]
  const { startMs, endMs } = rule.windowAt(nowMs)
  return [limit, 'calendar', '', startMs, endMs, rule.windowAt(endMs).endMs]
}
