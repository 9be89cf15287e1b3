/** An engine over requests that are plain objects. */
import { createLimiter, fixedWindow, manualClock, type Limiter } from '../../packages/sluice/src/index.ts'
import { isPending } from '../../packages/sluice/src/http/engine/awaitable.ts'
import type { Passage } from '../../packages/sluice/src/http/engine/passage.ts'
import {
  rateLimitEngine,
  type RateLimitEngine,
} from '../../packages/sluice/src/http/engine/rate-limit-engine.ts'
import type { RateLimitOptions } from '../../packages/sluice/src/http/engine/rate-limit-options.ts'
import type { RequestReader } from '../../packages/sluice/src/http/engine/request-reader.ts'
import type { Sleep } from '../../packages/sluice/src/http/engine/sleep.ts'

export interface TestRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly user?: string
  readonly tokens?: number
}

const reader: RequestReader<TestRequest> = {
  identity: (request) => request,
  method: ({ method = 'GET' }) => method,
  headers: ({ headers = {} }) => headers,
  remoteAddress: () => '192.0.2.1',
}

export function engineOf(
  options: RateLimitOptions<TestRequest>,
  sleep?: Sleep,
): RateLimitEngine<TestRequest> {
  return rateLimitEngine(reader, options, sleep)
}

/** What a store in memory answers is there at once. */
export function begun(engine: RateLimitEngine<TestRequest>, request: TestRequest = {}): Passage {
  const passage = engine.begin(request)
  if (isPending(passage)) throw new Error('A store in memory must not cost a promise.')
  return passage
}

export function headersOf(passage: Passage): Readonly<Record<string, string>> {
  return Object.fromEntries(passage.headers())
}

export function limiterOf(limit = 2, clock = manualClock(0)): Limiter {
  return createLimiter({ limit: fixedWindow({ limit, window: '1m' }), clock })
}
