/** Enough decimals that a few refusals among millions are not shown as none. */
export function percentText(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole
  return percent === 0 || percent >= 0.1 ? percent.toFixed(1) : percent.toPrecision(1)
}
