/** What the library's own limiter does with requests, lane by lane. */
import {
  createLimiter,
  fixedWindow,
  gcra,
  leakyBucket,
  manualClock,
  slidingLog,
  slidingWindowCounter,
  tokenBucket,
  type Limit,
} from 'sluice'

export interface Outcomes {
  /** At once. */
  readonly allowed: number
  /** After a wait. */
  readonly queued: number
  readonly refused: number
}

/** The lanes as the page opens with them: 5 per 2 s, and five waiting places. */
export const openingLanes: Readonly<Record<string, Limit>> = {
  'token-bucket': tokenBucket({ capacity: 5, rate: '5/2s' }),
  'leaky-bucket': leakyBucket({ queue: 5, rate: '5/2s' }),
  'fixed-window': fixedWindow({ limit: 5, window: '2s' }),
  'sliding-log': slidingLog({ limit: 5, window: '2s' }),
  'sliding-window-counter': slidingWindowCounter({ limit: 5, window: '2s' }),
}

/** GCRA, which the page shows on demand. */
export const openingGcra: Limit = gcra({ burst: 5, rate: '5/2s' })

export function expectedOutcomes(limit: Limit, times: ArrayLike<number>, cost = 1): Outcomes {
  const clock = manualClock(0)
  const limiter = createLimiter({ limit, clock })
  const outcomes = { allowed: 0, queued: 0, refused: 0 }
  for (let i = 0; i < times.length; i++) {
    clock.set(times[i]!)
    const { allowed, delayMs } = limiter.check('somebody', { cost })
    outcomes[allowed ? (delayMs > 0 ? 'queued' : 'allowed') : 'refused'] += 1
  }
  return outcomes
}

/** As the page tells it to a screen reader. */
export function inWords({ allowed, queued, refused }: Outcomes): string {
  const parts = [`${allowed} allowed`]
  if (queued > 0) parts.push(`${queued} queued`)
  if (refused > 0) parts.push(`${refused} refused`)
  return parts.join(', ')
}
