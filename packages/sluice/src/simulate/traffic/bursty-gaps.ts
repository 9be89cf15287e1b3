import { PythonRandom } from '../python-random.ts'
import { readLoadedLimit, stepsPerMs, type LoadedLimitOptions } from './loaded-limit.ts'

/** Requests that one event brings on average, rounded, in the lesson: 0.6 of 1 and 0.4 of 2 to 29. */
const REQUESTS_PER_EVENT = 7

/**
 * Events at random moments, three in five a single request and the others a burst of 2 to 29 that are 0 to 9 ms
 * apart: the lesson's "bursty" traffic. The time that bursts take is not made up for, so the rate lies a few
 * percent below `load` times the limit.
 *
 * @returns whole milliseconds, sorted; a burst that starts before `durationMs` may end a little after it
 * @throws SluiceError `ERR_INVALID_NUMBER`, or `ERR_INVALID_TRAFFIC` if it would hold too many requests
 */
export function burstyGaps(options: LoadedLimitOptions = {}): Float64Array {
  const { limit, windowMs, durationMs, load, seed } = readLoadedLimit(options)
  const meanGapMs = (windowMs * REQUESTS_PER_EVENT) / (limit * load)
  const steps = stepsPerMs(meanGapMs, 300)
  const mean = Math.floor(meanGapMs * steps)
  const random = new PythonRandom(seed)
  const times: number[] = []
  for (let t = random.randrange(1, 2 * mean); t < durationMs * steps; t += random.randrange(1, 2 * mean)) {
    const requests = random.random() < 0.6 ? 1 : random.randrange(2, 30)
    for (let i = 0; i < requests; i++) {
      times.push(Math.floor(t / steps))
      t += random.randrange(10)
    }
  }
  return Float64Array.from(times)
}
