import { checkNumber } from '../check-number.ts'
import { perStep } from './per-step.ts'

/**
 * How many of the times fall into each second: entry s counts those from `fromMs + 1000 s` up to, but not at,
 * `fromMs + 1000 (s + 1)`. Times outside all of them are left out; the order of the times does not matter.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function perSecond(times: ArrayLike<number>, fromMs: number, seconds: number): number[] {
  checkNumber('seconds', seconds, { min: 0, max: 2 ** 26 })
  return perStep(times, fromMs, 1000, seconds)
}
