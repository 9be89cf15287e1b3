import { checkSize, AMOUNT, LOAD, readShapeOptions, SEED, SPAN_MS } from './shape-options.ts'

/** Traffic that is measured against a limit of `limit` requests in `windowMs`. */
export interface LoadedLimitOptions {
  /** Default 100. */
  readonly limit?: number
  /** Default 60,000. */
  readonly windowMs?: number
  /** All requests come before this time. Default: 60 windows. */
  readonly durationMs?: number
  /** How many times the limit's own rate the requests come at, 0.001 to 1,000. Default 1. */
  readonly load?: number
  /** Seed of the random gaps. Default: the whole part of `load`, as in the lesson. */
  readonly seed?: number
}

/** Checks the options and fills in the defaults. */
export function readLoadedLimit(options: LoadedLimitOptions): Required<LoadedLimitOptions> {
  const windowMs = options.windowMs ?? 60_000
  const load = options.load ?? 1
  const read = readShapeOptions(options, {
    limit: { ...AMOUNT, default: 100 },
    windowMs: { ...SPAN_MS, default: windowMs },
    load: { ...LOAD, default: load },
    durationMs: { ...SPAN_MS, default: 60 * windowMs },
    seed: { ...SEED, default: Math.floor(load) },
  })
  checkSize(read.durationMs * (read.limit / read.windowMs) * read.load)
  return read
}

/**
 * How many steps a millisecond is cut into for drawing random gaps of `meanGapMs`: the fewest, among 1, 10, 100
 * and so on, that make the mean at least `leastSteps` steps. One step is 1 ms in the lesson, and stays so wherever
 * cutting the mean to whole milliseconds changes the rate little; denser traffic needs finer steps.
 */
export function stepsPerMs(meanGapMs: number, leastSteps: number): number {
  let steps = 1
  while (meanGapMs * steps < leastSteps) steps *= 10
  return steps
}
