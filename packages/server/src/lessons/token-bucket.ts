import { createLimiter, manualClock, tokenBucket } from 'sluice'
import { table } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const CAPACITY = 10
const RATE_PER_SECOND = 5
const BURST = 14

interface Step {
  readonly atMs: number
  readonly allowed: boolean
  readonly tokensLeft: number
  readonly retryAfterMs: number
}

/** A burst meets a full bucket; then one request every 100 ms meets a bucket that gains a token every 200 ms. */
export const tokenBucketLesson: Lesson = lesson(
  'a burst passes up to the capacity, then requests pass at the rate',
  figures,
  ({ capacity, ratePerSecond, burst, steps, allowedInFirstSecond, earnedInFirstSecond }) =>
    [
      `A bucket of ${capacity} tokens gains ${ratePerSecond} tokens a second.`,
      `${burst.sent} requests come at 0 ms: ${burst.allowed} pass, ${burst.refused} do not; the next token takes ${burst.retryAfterMs} ms.`,
      'Then one request comes every 100 ms:',
      '',
      table(
        [
          { heading: 'at (ms)' },
          { heading: 'answer', align: 'left' },
          { heading: 'tokens left' },
          { heading: 'retry after (ms)' },
        ],
        steps.map((step) => [
          step.atMs,
          step.allowed ? 'allowed' : 'refused',
          step.tokensLeft,
          step.retryAfterMs,
        ]),
      ),
      '',
      `In the first second ${allowedInFirstSecond} passed: ${capacity} that the bucket held, ${earnedInFirstSecond} that it earned.`,
    ].join('\n'),
)

function figures() {
  const clock = manualClock()
  const limiter = createLimiter({
    limit: tokenBucket({ capacity: CAPACITY, rate: { amount: RATE_PER_SECOND, periodMs: 1000 } }),
    clock,
  })
  const burst = Array.from({ length: BURST }, () => limiter.check('client'))
  const steps: Step[] = []
  for (let atMs = 100; atMs <= 1000; atMs += 100) {
    clock.set(atMs)
    const { allowed, remaining, retryAfterMs } = limiter.check('client')
    steps.push({ atMs, allowed, tokensLeft: remaining, retryAfterMs })
  }
  const passed = burst.filter(({ allowed }) => allowed).length
  const earnedInFirstSecond = steps.filter(({ allowed }) => allowed).length
  return {
    capacity: CAPACITY,
    ratePerSecond: RATE_PER_SECOND,
    burst: {
      sent: BURST,
      allowed: passed,
      refused: BURST - passed,
      retryAfterMs: burst.at(-1)?.retryAfterMs ?? 0,
    },
    steps,
    earnedInFirstSecond,
    allowedInFirstSecond: passed + earnedInFirstSecond,
  }
}
