/** Durations and rates as the library reads them, with nothing rounded. */
import type { RateOfUnits } from 'sluice'

const UNITS: readonly (readonly [ms: number, unit: string])[] = [
  [604_800_000, 'w'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
]

/** A length of time in the largest unit that it is a whole number of: `2s`, `1500ms`. */
export function durationText(ms: number): string {
  const [unitMs, unit] = UNITS.find(([size]) => ms % size === 0) ?? [1, 'ms']
  return `${ms / unitMs}${unit}`
}

/** A rate: `5/s`, `5/2s`. */
export function rateText({ amount, periodMs }: RateOfUnits): string {
  const period = durationText(periodMs)
  return `${amount}/${/^1[a-z]/.test(period) ? period.slice(1) : period}`
}
