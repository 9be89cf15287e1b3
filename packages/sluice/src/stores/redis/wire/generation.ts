import type { FixedWindowRule } from '../../../algorithms/fixed-window/fixed-window.ts'
import type { GcraRule } from '../../../algorithms/gcra/gcra.ts'
import type { SlidingLogRule } from '../../../algorithms/sliding-log/sliding-log.ts'
import type { Limit } from '../../../limits/limit.ts'

/** Generations begin at multiples of this many milliseconds; `clock.lua` has the same number. */
const GRANULE_MS = 1024

const LONGEST_CALENDAR_WINDOW_MS = 367 * 86_400_000

/**
 * How long a generation of keys lasts: the power of two of granules that is longer than any wait of the limit, debts left
 * aside. The granule on top makes up for a clock that steps back within one.
 */
export function generationMs(limit: Limit, extraMs = 0): number {
  const neededMs = longestWaitMs(limit) + extraMs + GRANULE_MS
  let spanMs = GRANULE_MS
  while (spanMs < neededMs) spanMs *= 2
  return spanMs
}

/** The longest reset of a key that is not in debt. */
export function longestWaitMs({ algorithm, rule }: Limit): number {
  switch (algorithm.name) {
    case 'token-bucket':
    case 'gcra':
    case 'leaky-bucket': {
      const { full, perMs } = rule as GcraRule
      return Math.ceil(full / perMs)
    }
    case 'fixed-window':
      return (rule as FixedWindowRule).windowMs ?? LONGEST_CALENDAR_WINDOW_MS
    case 'sliding-log':
      return (rule as SlidingLogRule).windowMs
    case 'sliding-window-counter':
      return 2 * (rule as SlidingLogRule).windowMs
  }
}
