import { createLimiter, manualClock, slidingLog, type LimitDecision } from 'sluice'
import { grouped } from '../output/table.ts'
import { lesson, type Lesson } from './lesson.ts'

const NAME = 'per-key'
const LIMIT = 5
const WINDOW_MS = 10_000
const times = [0, 1000, 2000, 2500, 3000, 3100, 9000, 10_500, 10_600]

const reasons = { 200: 'OK', 429: 'Too Many Requests' } as const

interface Response {
  readonly atMs: number
  readonly status: keyof typeof reasons
  readonly headers: Readonly<Record<string, string>>
}

/** What a client of a sliding log is told with every response. */
export const headersLesson: Lesson = lesson(
  'what a client is told: RateLimit-Policy, RateLimit, Retry-After',
  figures,
  ({ limit, windowMs, policy, responses }) =>
    [
      `A sliding log of ${limit} in any ${windowMs / 1000} s. With every response goes`,
      `  RateLimit-Policy: ${policy}`,
      '',
      ...responses.flatMap(({ atMs, status, headers }) => [
        `${grouped(atMs).padStart(6)} ms  ${status} ${reasons[status]}`,
        ...Object.entries(headers)
          .filter(([name]) => name !== 'RateLimit-Policy')
          .map(([name, value]) => `           ${name}: ${value}`),
      ]),
    ].join('\n'),
)

function figures() {
  const clock = manualClock()
  const limiter = createLimiter({ limit: slidingLog({ limit: LIMIT, window: WINDOW_MS }), clock })
  const policy = `"${NAME}";q=${LIMIT};w=${WINDOW_MS / 1000}`
  const responses = times.map((atMs): Response => {
    clock.set(atMs)
    return responseTo(limiter.check('client'), policy)
  })
  return { limit: LIMIT, windowMs: WINDOW_MS, policy, responses }
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11, and Retry-After (RFC 9110, section 10.2.3) with a refusal. A
 * sliding log gives units back one by one, so `t` is the time until the next one; seconds are rounded up, so that a
 * client that waits for so long is not refused again.
 */
function responseTo(decision: LimitDecision, policy: string): Response {
  const { allowed, remaining, replenishAfterMs, retryAfterMs, atMs } = decision
  return {
    atMs,
    status: allowed ? 200 : 429,
    headers: {
      'RateLimit-Policy': policy,
      ...(allowed ? {} : { 'Retry-After': `${Math.ceil(retryAfterMs / 1000)}` }),
      RateLimit: `"${NAME}";r=${remaining};t=${Math.ceil(replenishAfterMs / 1000)}`,
    },
  }
}
