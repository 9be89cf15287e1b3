/** A time that was read, filled in place so that a line costs no allocation. */
export class Stamp {
  /** Whole milliseconds since the Unix epoch; anything finer is cut. */
  ms = 0
  /** The unit it was written in: 60000 without seconds, 1000 with whole seconds, else 1. */
  resolutionMs = 1000
}

const MS_PER_DAY = 86_400_000

/** Milliseconds from the epoch to a day's midnight UTC (proleptic Gregorian), or NaN for a day that does not exist. */
export function dayMs(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return Number.NaN
  // Counting years from March puts the leap day last, so the months before it follow one formula.
  const fromMarch = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const leapDays = Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400)
  return (fromMarch * 365 + leapDays + dayOfYear - 719_468) * MS_PER_DAY
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
