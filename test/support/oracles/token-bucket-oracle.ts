import type { Oracle } from './oracle.ts'

/** level(t) = min(b, level + (t - at) n / P), full at first; a request passes if level(t) >= c. Levels count in 1/P tokens. */
export function tokenBucketOracle(capacity: number, amount: number, periodMs: number): Oracle {
  const charges: { atMs: number; cost: number }[] = []
  const full = BigInt(capacity) * BigInt(periodMs)

  function bucketAt(nowMs: number): { level: bigint; atMs: number } {
    let level = full
    let atMs = -Infinity
    const pourUntil = (ms: number): void => {
      if (ms > atMs && Number.isFinite(atMs)) level += BigInt(ms - atMs) * BigInt(amount)
      if (level > full) level = full
      atMs = Math.max(atMs, ms)
    }
    for (const charge of charges) {
      pourUntil(charge.atMs)
      level -= BigInt(charge.cost) * BigInt(periodMs)
    }
    pourUntil(nowMs)
    return { level, atMs }
  }

  return {
    limit: capacity,
    passes: (nowMs, cost) => bucketAt(nowMs).level >= BigInt(cost) * BigInt(periodMs),
    charge: (atMs, cost) => void charges.push({ atMs, cost }),
    isNew: (nowMs) => {
      const { level, atMs } = bucketAt(nowMs)
      return level === full && atMs <= nowMs
    },
  }
}
