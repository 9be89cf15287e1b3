const LONGEST_LINE = 100

/**
 * JSON as every command prints it: two blanks deep, with lists of numbers or words on one line where they fit. What is
 * infinite becomes null.
 */
export function jsonText(value: unknown): string {
  // Line ends inside of strings are escaped, so those that are found here are between values.
  return JSON.stringify(value, null, 2).replaceAll(/\[\n[^[\]{}]*\n *\]/g, (list) => {
    const line = list.replaceAll(/\n */g, ' ').replace('[ ', '[').replace(/ \]$/, ']')
    return line.length <= LONGEST_LINE ? line : list
  })
}
