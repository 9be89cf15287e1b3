import { PythonRandom } from '../python-random.ts'
import { readLoadedLimit, stepsPerMs, type LoadedLimitOptions } from './loaded-limit.ts'

/**
 * Single requests with random gaps, each from 1 ms to just under twice the mean: the lesson's "steady" traffic.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function steadyGaps(options: LoadedLimitOptions = {}): Float64Array {
  const { limit, windowMs, durationMs, load, seed } = readLoadedLimit(options)
  const meanGapMs = windowMs / (limit * load)
  const steps = stepsPerMs(meanGapMs, 50)
  const mean = Math.floor(meanGapMs * steps)
  const random = new PythonRandom(seed)
  const times: number[] = []
  for (let t = random.randrange(1, 2 * mean); t < durationMs * steps; t += random.randrange(1, 2 * mean)) {
    times.push(Math.floor(t / steps))
  }
  return Float64Array.from(times)
}
