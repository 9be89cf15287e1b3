import { PythonRandom } from '../python-random.ts'
import { readShapeOptions, SEED } from './shape-options.ts'

const DURATION_MS = 20_000

/** Options of {@link lessonTrace}. */
export interface LessonTraceOptions {
  /** Seed of the random part. Default 7, which gives the lesson's own 202 requests. */
  readonly seed?: number
}

/**
 * The twenty seconds of one client on which the lesson compares the algorithms: random requests at about 4 a
 * second, a burst of 30 at 3 s, ten requests on each side of the window edge at 8 s, and 15 a second from 12 s
 * to 16 s.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function lessonTrace(options: LessonTraceOptions = {}): Float64Array {
  const { seed } = readShapeOptions(options, { seed: { ...SEED, default: 7 } })
  const random = new PythonRandom(seed)
  const times: number[] = []
  for (let t = random.randrange(1, 500); t < DURATION_MS; t += random.randrange(1, 500)) times.push(t)
  for (let i = 0; i < 30; i++) times.push(3000 + 2 * i)
  for (let i = 0; i < 20; i++) times.push(7900 + 10 * i)
  for (let i = 0; i < 60; i++) times.push(12_000 + Math.floor((1000 * i) / 15))
  return Float64Array.from(times).toSorted()
}
