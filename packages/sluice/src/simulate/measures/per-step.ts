import { checkNumber } from '../check-number.ts'

/**
 * How many of the times fall into each step: entry s counts those from `fromMs + stepMs s` up to, but not at,
 * `fromMs + stepMs (s + 1)`. Times outside all of them are left out; the order of the times does not matter.
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function perStep(times: ArrayLike<number>, fromMs: number, stepMs: number, steps: number): number[] {
  checkNumber('fromMs', fromMs, { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
  checkNumber('stepMs', stepMs, { min: 1, max: Number.MAX_SAFE_INTEGER })
  checkNumber('steps', steps, { min: 0, max: 2 ** 26 })
  const counts = Array.from({ length: steps }, () => 0)
  for (let i = 0; i < times.length; i++) {
    const step = Math.floor((times[i]! - fromMs) / stepMs)
    if (step >= 0 && step < steps) counts[step]! += 1
  }
  return counts
}
