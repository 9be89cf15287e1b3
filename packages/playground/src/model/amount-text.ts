const PERIODS: readonly (readonly [ms: number, unit: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
]

/** Kept, because making one takes far longer than a number does, and some are written in every frame. */
const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** A number for people, with at most two decimals: `12,345`. */
export function amountText(amount: number): string {
  return format.format(amount)
}

/** A length of time for people, in the largest unit that takes at most two decimals: `1.5 s`, `90 s`, `250 ms`. */
export function timeText(ms: number): string {
  for (const [periodMs, unit] of PERIODS) {
    const amount = ms / periodMs
    if (amount >= 1 && Number.isInteger(amount * 100)) return `${amountText(amount)} ${unit}`
  }
  return `${amountText(ms)} ms`
}
