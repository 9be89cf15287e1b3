/** Writes finished output, so that a command that fails later has printed whole parts only. */
export function print(text: string): void {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}
