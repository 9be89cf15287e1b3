/** `describe` for tests that need a real Redis: skipped where there is none, and the run has then said so in one line. */
import { describe, inject } from 'vitest'

export const describeWithRedis: typeof describe | typeof describe.skip =
  inject('redisServer') === undefined ? describe.skip : describe
