import type { Limit } from '../limits/limit.ts'

/** What one number takes: a 64-bit time or count. */
export const BYTES_A_NUMBER = 8

/**
 * How many numbers an algorithm keeps for one key that has used `units` of its allowance: the size of the state that
 * charging one unit makes. The sliding log keeps one time a unit. A store adds to this what it spends on any key.
 */
export function numbersKept(limit: Limit, units: number): number {
  const { algorithm, rule } = limit
  if (units === 0) return 0
  if (algorithm.name === 'sliding-log') return units
  const state = algorithm.take(rule, undefined, 0, 1)
  return typeof state === 'number' ? 1 : Object.keys(state as object).length
}
