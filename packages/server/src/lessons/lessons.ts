import { closenessLesson } from './closeness.ts'
import { compareLesson } from './compare.ts'
import { fixedWindowLesson } from './fixed-window.ts'
import { gcraLesson } from './gcra.ts'
import { headersLesson } from './headers.ts'
import { leakyBucketLesson } from './leaky-bucket.ts'
import type { Lesson } from './lesson.ts'
import { memoryLesson } from './memory.ts'
import { slidingLogLesson } from './sliding-log.ts'
import { slidingWindowCounterLesson } from './sliding-window-counter.ts'
import { tokenBucketLesson } from './token-bucket.ts'

/** Every lesson by name, in the order in which they build on each other. */
export const lessons: ReadonlyMap<string, Lesson> = new Map([
  ['token-bucket', tokenBucketLesson],
  ['leaky-bucket', leakyBucketLesson],
  ['gcra', gcraLesson],
  ['fixed-window', fixedWindowLesson],
  ['sliding-log', slidingLogLesson],
  ['sliding-window-counter', slidingWindowCounterLesson],
  ['compare', compareLesson],
  ['closeness', closenessLesson],
  ['memory', memoryLesson],
  ['headers', headersLesson],
])
