import type { Oracle } from './oracle.ts'

/** floor(previous (W - elapsed) / W + count) + c <= b. A time before the latest window counts as the start of it. */
export function slidingWindowCounterOracle(limit: number, windowMs: number): Oracle {
  const counts = new Map<number, number>()
  let latest = -Infinity
  const estimate = (nowMs: number): bigint => {
    const effective = Math.max(nowMs, latest * windowMs)
    const window = Math.floor(effective / windowMs)
    const weight = BigInt(windowMs - (effective - window * windowMs))
    const previous = BigInt(counts.get(window - 1) ?? 0)
    return (previous * weight + BigInt(counts.get(window) ?? 0) * BigInt(windowMs)) / BigInt(windowMs)
  }
  return {
    limit,
    passes: (nowMs, cost) => estimate(nowMs) + BigInt(cost) <= BigInt(limit),
    charge: (nowMs, cost) => {
      latest = Math.max(latest, Math.floor(nowMs / windowMs))
      counts.set(latest, (counts.get(latest) ?? 0) + cost)
    },
    isNew: (nowMs) => estimate(nowMs) === 0n,
  }
}
