import { checkNumber } from '../check-number.ts'

/**
 * How many of the times fall into each second: entry s counts those from `fromMs + 1000 s` up to, but not at,
 * `fromMs + 1000 (s + 1)`. Times outside all of them are left out; the order of the times does not matter.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function perSecond(times: ArrayLike<number>, fromMs: number, seconds: number): number[] {
  checkNumber('fromMs', fromMs, { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  checkNumber('seconds', seconds, { min: 0, max: 2 ** 26 })
  const counts = Array.from({ length: seconds }, () => 0)
  for (let i = 0; i < times.length; i++) {
    const second = Math.floor((times[i]! - fromMs) / 1000)
    if (second >= 0 && second < seconds) counts[second]! += 1
  }
  return counts
}
