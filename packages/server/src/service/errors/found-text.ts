/** The longest text that an answer repeats of what was sent. */
const LONGEST = 60

/** What was found in a request, in short: `"5"`, `an object`, `a list`. */
export function foundText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = typeof value === 'number' ? `${value}` : JSON.stringify(value)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`
}
