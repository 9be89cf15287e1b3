/** A key as text. Generators are written to give text, and often give a number, or nothing. */
export function keyText(key: unknown): string {
  return typeof key === 'string' ? key : String(key)
}
