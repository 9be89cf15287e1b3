import { createLimiter, fixedWindow, manualClock, type Limiter } from 'sluice'
import type { Harness, RunningApp, Setup, SuiteOptions } from '../harness.ts'

/** Runs an application for as long as the test needs it. */
export async function running(
  harness: Harness,
  setup: Setup | SuiteOptions,
  use: (port: number, app: RunningApp) => Promise<void>,
): Promise<void> {
  const app: RunningApp = await harness.start('limits' in setup ? setup : { limits: [setup] })
  try {
    await use(app.port, app)
  } finally {
    await app.close()
  }
}

/** So many a minute, of which the first begins now and does not end. */
export function minuteLimiter(limit: number, clock = manualClock(0)): Limiter {
  return createLimiter({ limit: fixedWindow({ limit, window: '1m' }), clock })
}

/** The key that requests of the suite have by default. */
export const PEER = '127.0.0.1'

export function remaining(limiter: Limiter, key = PEER): number {
  return limiter.peek(key).remaining
}
