import { PythonRandom } from '../python-random.ts'
import { checkSize, RATE, readShapeOptions, SEED, SPAN_MS } from './shape-options.ts'

/** Options of {@link poisson}. */
export interface PoissonOptions {
  /** The mean rate; a fraction is fine. */
  readonly ratePerSecond: number
  /** All requests come before this time. */
  readonly durationMs: number
  /** Default 1. */
  readonly seed?: number
}

/**
 * Requests of many clients that know nothing of each other: a Poisson process, whose gaps are exponential. Gaps
 * add up with their fractions; only the times are cut to whole milliseconds.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function poisson(options: PoissonOptions): Float64Array {
  const { ratePerSecond, durationMs, seed } = readShapeOptions(options, {
    ratePerSecond: RATE,
    durationMs: SPAN_MS,
    seed: { ...SEED, default: 1 },
  })
  checkSize((durationMs / 1000) * ratePerSecond)
  const random = new PythonRandom(seed)
  const ratePerMs = ratePerSecond / 1000
  const times: number[] = []
  for (let t = random.expovariate(ratePerMs); t < durationMs; t += random.expovariate(ratePerMs)) {
    times.push(Math.floor(t))
  }
  return Float64Array.from(times)
}
