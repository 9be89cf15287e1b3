import { roundedUp } from './gcra-oracle.ts'
import type { Oracle } from './oracle.ts'

/**
 * Every unit has a time to leave, an interval after the one before it; those that leave at t or later are inside at t.
 *
 * Only the last time to leave is kept by the rule, so a clock that steps back to before a busy spell sees the spell as if
 * it had been going on since then: requests wait longer, and none passes early.
 */
export function leakySizeOracle(size: number, amount: number, periodMs: number): Oracle {
  /** Times in 1/n ms. */
  const leaves: bigint[] = []
  const scaled = (ms: number): bigint => BigInt(ms) * BigInt(amount)
  const nextLeave = (nowMs: number): bigint => {
    const last = leaves.at(-1)
    const due = last === undefined ? scaled(nowMs) : last + BigInt(periodMs)
    return due > scaled(nowMs) ? due : scaled(nowMs)
  }
  const inside = (nowMs: number): number => {
    let count = 0
    let leave = leaves.at(-1)
    while (leave !== undefined && leave >= scaled(nowMs) && count < size) {
      count += 1
      leave -= BigInt(periodMs)
    }
    return count
  }
  return {
    limit: size,
    passes: (nowMs, cost) => inside(nowMs) + cost <= size,
    charge: (nowMs, cost) => {
      for (let unit = 0; unit < cost; unit++) leaves.push(nextLeave(nowMs))
    },
    isNew: (nowMs) => leaves.length === 0 || (leaves.at(-1) as bigint) + BigInt(periodMs) <= scaled(nowMs),
    delayMs: (nowMs) => roundedUp(nextLeave(nowMs) - scaled(nowMs), BigInt(amount)),
  }
}
