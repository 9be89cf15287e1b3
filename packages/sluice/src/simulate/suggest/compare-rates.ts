import { parseRate, type Rate } from '../../limits/rate.ts'

/** Negative if `a` is slower than `b`, 0 if they are the same rate, exactly, in whatever way they are written. */
export function compareRates(a: Rate, b: Rate): number {
  const left = parseRate('rate', a)
  const right = parseRate('rate', b)
  const difference =
    BigInt(left.amount) * BigInt(right.periodMs) - BigInt(right.amount) * BigInt(left.periodMs)
  return difference < 0n ? -1 : Number(difference > 0n)
}
