/**
 * The three forms of a date that readers of HTTP must take (RFC 9110, section 5.6.7). They are in GMT and case-sensitive.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)'
const MONTH = `(?<month>${months.join('|')})`
const TIME = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})'

/** IMF-fixdate, the date of RFC 850, and that of C's asctime. */
const forms: readonly RegExp[] = [
  new RegExp(`^${DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<shortYear>[0-9]{2}) ${TIME} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ 0-9][0-9]) ${TIME} (?<year>[0-9]{4})$`),
]

/** Milliseconds since 1970, or `undefined` if the text is no date. */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of forms) {
    const groups = form.exec(text)?.groups
    if (groups !== undefined) return timeOf(groups, nowMs)
  }
  return undefined
}

function timeOf(groups: Readonly<Record<string, string | undefined>>, nowMs: number): number | undefined {
  const { day, month = '', hour, minute, second, year, shortYear } = groups
  const fullYear = shortYear === undefined ? Number(year) : nearYear(Number(shortYear), nowMs)
  return utcTime([
    fullYear,
    months.indexOf(month) + 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ])
}

/** A year of two digits that seems more than 50 years ahead is one of the past. */
function nearYear(shortYear: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + shortYear
  return year > thisYear + 50 ? year - 100 : year
}

/** Year, month from 1, day, hour, minute, second. */
export type DateParts = readonly [number, number, number, number, number, number]

/** The time of a date that exists; second 60, a leap second, is the one after 59. */
export function utcTime([year, month, day, hour, minute, second]: DateParts): number | undefined {
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  // Dates that do not exist roll over to ones that do, and years below 100 to the 1900s.
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return undefined
  }
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000
}
