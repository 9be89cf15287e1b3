import { createLimiter, gcra, manualClock, tokenBucket, type Limit } from 'sluice'
import { gcraBursts, numbersKept, simulate } from 'sluice/simulate'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const BURST = 10
const RATE_PER_SECOND = 10

/** 5,000 bursty requests meet GCRA and a token bucket of the same numbers. */
export const gcraLesson: Lesson = lesson('a token bucket kept as one number a key', figures, (f) =>
  [
    `${grouped(f.requests)} requests in ${(f.lastMs / 1000).toFixed(1)} s meet a burst of ${f.burst} and ${f.ratePerSecond} a second.`,
    `GCRA lets ${grouped(f.allowedByGcra)} pass, the token bucket ${grouped(f.allowedByTokenBucket)}; ${grouped(f.sameDecision)} decisions are the same.`,
    `At the end GCRA has kept ${f.numbersKept.gcra} number, its theoretical arrival time of ${grouped(f.tatMs)} ms;`,
    `the token bucket has kept ${f.numbersKept['token-bucket']}, ${f.tokens} tokens at ${grouped(f.lastMs)} ms.`,
  ].join('\n'),
)

function figures() {
  const times = gcraBursts()
  const rate = { amount: RATE_PER_SECOND, periodMs: 1000 }
  const limits = {
    gcra: gcra({ burst: BURST, rate }),
    'token-bucket': tokenBucket({ capacity: BURST, rate }),
  }
  const byGcra = simulate({ limit: limits.gcra, times })
  const byTokenBucket = simulate({ limit: limits['token-bucket'], times })
  const lastMs = times.at(-1)!
  // A key is idle again at its theoretical arrival time, and a bucket full again once the missing tokens are earned.
  const missingTokens = (resetAfterMs(limits['token-bucket'], times) * RATE_PER_SECOND) / 1000
  return {
    burst: BURST,
    ratePerSecond: RATE_PER_SECOND,
    requests: times.length,
    lastMs,
    allowedByGcra: byGcra.measures.served,
    allowedByTokenBucket: byTokenBucket.measures.served,
    sameDecision: byGcra.allowed.filter((allowed, i) => allowed === byTokenBucket.allowed[i]).length,
    tatMs: lastMs + resetAfterMs(limits.gcra, times),
    tokens: Number((BURST - missingTokens).toFixed(3)),
    numbersKept: {
      gcra: numbersKept(limits.gcra, 1),
      'token-bucket': numbersKept(limits['token-bucket'], 1),
    },
  }
}

function resetAfterMs(limit: Limit, times: Float64Array): number {
  const clock = manualClock()
  const limiter = createLimiter({ limit, clock })
  for (const atMs of times) {
    clock.set(atMs)
    limiter.check('client')
  }
  return limiter.peek('client').resetAfterMs
}
