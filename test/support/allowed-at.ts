import type { Limiter, ManualClock } from '../../packages/sluice/src/index.ts'

/** Those of the times at which a request of one key is allowed. */
export function allowedAt(limiter: Limiter, clock: ManualClock, timesMs: readonly number[]): number[] {
  return timesMs.filter((ms) => {
    clock.set(ms)
    return limiter.check('key').allowed
  })
}
