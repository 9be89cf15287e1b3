import type { RateOfUnits } from '../../limits/rate.ts'
import { checkNumber } from '../check-number.ts'

const PERIODS = [
  { unit: 'h', periodMs: 3_600_000, steps: 60 },
  { unit: 'min', periodMs: 60_000, steps: 60 },
  { unit: 's', periodMs: 1000, steps: 1e15 },
] as const

/**
 * Rates worth asking about, in the steps 1, 2, 5, 10 and so on that people write down: from the last that is not
 * above `slowest` to the first that is not below `fastest`. They read `'n/h'` below one a minute, `'n/min'` below one
 * a second, else `'n/s'`; none is below `'1/h'`.
 *
 * For a log, `slowest` is the mean rate of its busiest client (below it, the burst grows with the length of the log)
 * and `fastest` its busiest second (above it, the burst shrinks no more).
 *
 * @throws SluiceError `ERR_INVALID_NUMBER`
 */
export function chooseRates(slowest: RateOfUnits, fastest: RateOfUnits): string[] {
  const slowestPerMs = perMs('slowest', slowest)
  const fastestPerMs = perMs('fastest', fastest)
  let chosen: string[] = []
  for (const { text, unitsPerMs } of writtenRates()) {
    if (unitsPerMs <= slowestPerMs) chosen = []
    chosen.push(text)
    if (unitsPerMs >= fastestPerMs && unitsPerMs >= slowestPerMs) break
  }
  return chosen
}

/** All rates of the steps, ascending. */
function* writtenRates(): Generator<{ text: string; unitsPerMs: number }> {
  for (const { unit, periodMs, steps } of PERIODS) {
    for (let power = 1; power < steps; power *= 10) {
      for (const amount of [power, 2 * power, 5 * power]) {
        if (amount < steps) yield { text: `${amount}/${unit}`, unitsPerMs: amount / periodMs }
      }
    }
  }
}

function perMs(field: string, { amount, periodMs }: RateOfUnits): number {
  const range = { min: 1, max: Number.MAX_SAFE_INTEGER }
  return checkNumber(`${field}.amount`, amount, range) / checkNumber(`${field}.periodMs`, periodMs, range)
}
