/** JSON as every command prints it: two blanks deep, and what is infinite becomes null. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
