import type { Oracle } from './oracle.ts'

/** The cost of entries younger than W, and c, stay within b. A time before the newest entry counts as its time. */
export function slidingLogOracle(limit: number, windowMs: number): Oracle {
  const entries: { atMs: number; cost: number }[] = []
  const effective = (nowMs: number): number => Math.max(nowMs, entries.at(-1)?.atMs ?? nowMs)
  const used = (nowMs: number): number =>
    entries.filter(({ atMs }) => effective(nowMs) < atMs + windowMs).reduce((sum, { cost }) => sum + cost, 0)
  return {
    limit,
    passes: (nowMs, cost) => used(nowMs) + cost <= limit,
    charge: (nowMs, cost) => void entries.push({ atMs: effective(nowMs), cost }),
    isNew: (nowMs) => used(nowMs) === 0,
  }
}
