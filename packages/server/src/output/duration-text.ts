/** A length of time in the largest unit that divides it: `1 s`, `15 min`, `250 ms`. */
export function durationText(ms: number): string {
  const [unit, size] = units.find(([, unitMs]) => ms % unitMs === 0) ?? ['ms', 1]
  return `${(ms / size).toLocaleString('en-GB')} ${unit}`
}

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
]
