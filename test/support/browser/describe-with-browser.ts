/** `describe` for tests that need a real browser: skipped where there is none, and the run has then said so in one line. */
import { describe, inject } from 'vitest'

export const describeWithBrowser: typeof describe | typeof describe.skip =
  inject('browser') === undefined ? describe.skip : describe
