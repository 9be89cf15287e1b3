/** Durations as people write them: in the largest unit that leaves a short number. */

import { amountText } from '../model/amount-text.ts'

const UNITS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1000 },
] as const

/** `2 s`, `400 ms`, `1.5 min`; at most two decimals. */
export function durationText(ms: number): string {
  const found = UNITS.find((unit) => ms >= unit.ms)
  return found === undefined ? `${amountText(ms)} ms` : `${amountText(ms / found.ms)} ${found.unit}`
}
