/** Bytes for people, in powers of 1,000: `8 B`, `8.0 KB`, `80.0 GB`. */
export function bytesText(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ['B', 1]
  return unit === 'B' ? `${bytes} B` : `${(bytes / size).toFixed(1)} ${unit}`
}

const units: readonly (readonly [string, number])[] = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['KB', 1e3],
]
