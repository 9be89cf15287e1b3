import { PythonRandom } from '../python-random.ts'
import { AMOUNT, readShapeOptions, SEED } from './shape-options.ts'

const GAPS_MS = [0, 0, 0, 1, 5, 20, 50, 100, 300]

/** Options of {@link gcraBursts}. */
export interface GcraBurstsOptions {
  /** Default 7. */
  readonly seed?: number
  /** How many requests. Default 5,000. */
  readonly count?: number
}

/**
 * The requests on which the lesson shows that GCRA and the token bucket decide alike: gaps from 0 to 300 ms, one
 * in three of them 0, about 20 requests a second.
 *
 * @returns whole milliseconds, sorted
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function gcraBursts(options: GcraBurstsOptions = {}): Float64Array {
  const { seed, count } = readShapeOptions(options, {
    seed: { ...SEED, default: 7 },
    count: { ...AMOUNT, default: 5000 },
  })
  const random = new PythonRandom(seed)
  const times = new Float64Array(count)
  let t = 0
  for (let i = 0; i < count; i++) times[i] = t += random.choice(GAPS_MS)
  return times
}
