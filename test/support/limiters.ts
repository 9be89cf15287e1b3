/** Limiters on a manual clock, brought to some point of a history. */
import {
  createLimiter,
  manualClock,
  type LimitDecision,
  type Limiter,
  type ManualClock,
} from '../../packages/sluice/src/index.ts'
import { run, type Step } from './histories.ts'
import type { LimitCase } from './limit-cases.ts'

export interface LimiterAtTime {
  readonly limiter: Limiter
  readonly clock: ManualClock
  readonly example: LimitCase
}

/** A limiter that has met this history with the key `key`. */
export function limiterOf(
  example: LimitCase,
  startMs = 0,
  steps: readonly Step[] = [],
  options: { readonly countRefused?: boolean; readonly maxKeys?: number } = {},
): LimiterAtTime {
  const clock = manualClock(startMs)
  const limiter = createLimiter({ limit: example.limit, clock, ...options })
  for (const { nowMs, cost } of run(example, startMs, steps)) {
    clock.set(nowMs)
    limiter.check('key', { cost })
  }
  return { limiter, clock, example }
}

/** What `key` is answered from now on while its allowance is spent, comes back, and is spent again. */
export function whatFollows({ limiter, clock, example }: LimiterAtTime): LimitDecision[] {
  const { limit } = example.limit.rule
  const follow = [
    limiter.peek('key', { cost: 0 }),
    limiter.check('key'),
    limiter.check('key', { cost: limit }),
  ]
  for (let step = 1; step <= 6; step++) {
    clock.advance(Math.ceil((step * example.spanMs) / 3))
    follow.push(limiter.check('key'), limiter.check('key', { cost: Math.ceil(limit / 2) }))
  }
  return follow
}
