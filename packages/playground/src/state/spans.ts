/** How much time the axis can show. */
export const spansMs: readonly number[] = [8000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000]

/** The shortest span that shows so much time; the longest one for more. */
export function spanFor(ms: number): number {
  return spansMs.find((spanMs) => spanMs >= ms) ?? spansMs.at(-1)!
}
