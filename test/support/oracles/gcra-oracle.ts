import type { Oracle } from './oracle.ts'

/** Passes if max(TAT, t) + c P/n - t <= b P/n; then TAT = max(TAT, t) + c P/n. Times count in 1/n ms. */
export function gcraOracle(burst: number, amount: number, periodMs: number): Oracle {
  let tat: bigint | undefined
  const scaled = (ms: number): bigint => BigInt(ms) * BigInt(amount)
  const interval = BigInt(periodMs)
  const start = (nowMs: number): bigint => (tat === undefined || tat < scaled(nowMs) ? scaled(nowMs) : tat)
  return {
    limit: burst,
    passes: (nowMs, cost) =>
      start(nowMs) + BigInt(cost) * interval - scaled(nowMs) <= BigInt(burst) * interval,
    charge: (nowMs, cost) => {
      tat = start(nowMs) + BigInt(cost) * interval
    },
    isNew: (nowMs) => tat === undefined || tat <= scaled(nowMs),
  }
}

/** A leaky bucket with `queue` waiting places decides as GCRA with a burst of queue + 1; a request waits until its TAT. */
export function leakyQueueOracle(queue: number, amount: number, periodMs: number): Oracle {
  const leaves: bigint[] = []
  const scaled = (ms: number): bigint => BigInt(ms) * BigInt(amount)
  const interval = BigInt(periodMs)
  /** When the next request would leave: an interval after the last one, or now. */
  const nextLeave = (nowMs: number): bigint => {
    const last = leaves.at(-1)
    return last === undefined || last + interval < scaled(nowMs) ? scaled(nowMs) : last + interval
  }
  return {
    limit: queue + 1,
    // The last of c requests may wait for at most `queue` intervals.
    passes: (nowMs, cost) =>
      nextLeave(nowMs) + BigInt(cost - 1) * interval <= scaled(nowMs) + BigInt(queue) * interval,
    charge: (nowMs, cost) => {
      for (let unit = 0; unit < cost; unit++) leaves.push(nextLeave(nowMs))
    },
    isNew: (nowMs) => leaves.length === 0 || (leaves.at(-1) as bigint) + interval <= scaled(nowMs),
    delayMs: (nowMs) => roundedUp(nextLeave(nowMs) - scaled(nowMs), BigInt(amount)),
  }
}

export function roundedUp(dividend: bigint, divisor: bigint): number {
  return Number((dividend + divisor - 1n) / divisor)
}
