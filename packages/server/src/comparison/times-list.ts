import { WorkError } from '../command-error.ts'

/** Whether a text begins as a list of times does: with a line that is one whole number. */
export function beginsAsTimesList(head: Uint8Array): boolean {
  return /^\s*\d{1,16}[ \t\r]*(\n|$)/.test(new TextDecoder().decode(head.subarray(0, 4096)))
}

/**
 * The times of a text with one time in whole milliseconds a line, in any order; blank lines are skipped.
 *
 * @throws WorkError that names the first line that is no time
 */
export function parseTimesList(file: string, text: string): Float64Array {
  const times: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const word = line.trim()
    if (word === '') continue
    if (!/^\d{1,16}$/.test(word) || !Number.isSafeInteger(Number(word))) {
      throw new WorkError(
        `${file}, line ${index + 1}: ${JSON.stringify(word.slice(0, 60))} is no time in whole milliseconds`,
      )
    }
    times.push(Number(word))
  }
  return Float64Array.from(times).toSorted()
}
