import type { Oracle } from './oracle.ts'

/** Names the window that holds an instant; later windows have higher names. */
export type WindowOf = (nowMs: number) => number

/** Windows of equal length from the Unix epoch. */
export function epochWindows(windowMs: number): WindowOf {
  return (nowMs) => Math.floor(nowMs / windowMs)
}

/** The months of UTC, counted by their names. */
export const utcMonths: WindowOf = (nowMs) => {
  const [year, month] = new Date(nowMs).toISOString().split('-')
  return Number(year) * 12 + Number(month)
}

/** count + c <= b in the window that holds t. A time before the latest window counts as that window. */
export function fixedWindowOracle(limit: number, windowOf: WindowOf): Oracle {
  const charges: { window: number; cost: number }[] = []
  const countAt = (nowMs: number): number => {
    const latest = charges.at(-1)?.window ?? -Infinity
    const window = Math.max(latest, windowOf(nowMs))
    return charges.filter((charge) => charge.window === window).reduce((sum, { cost }) => sum + cost, 0)
  }
  return {
    limit,
    passes: (nowMs, cost) => countAt(nowMs) + cost <= limit,
    charge: (nowMs, cost) => {
      const latest = charges.at(-1)?.window ?? -Infinity
      charges.push({ window: Math.max(latest, windowOf(nowMs)), cost })
    },
    isNew: (nowMs) => countAt(nowMs) === 0,
  }
}

/** A window opens at the first request that is charged outside of one. */
export function firstRequestOracle(limit: number, windowMs: number): Oracle {
  const windows: { startMs: number; count: number }[] = []
  const open = (nowMs: number): { startMs: number; count: number } | undefined => {
    const latest = windows.at(-1)
    return latest !== undefined && nowMs < latest.startMs + windowMs ? latest : undefined
  }
  return {
    limit,
    passes: (nowMs, cost) => (open(nowMs)?.count ?? 0) + cost <= limit,
    charge: (nowMs, cost) => {
      const window = open(nowMs)
      if (window === undefined) windows.push({ startMs: nowMs, count: cost })
      else window.count += cost
    },
    isNew: (nowMs) => open(nowMs) === undefined,
  }
}
