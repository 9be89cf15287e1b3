/** Text cut at blanks into lines of at most 80 columns; each line but the first begins with `indent` blanks. */
export function wrapped(text: string, indent = 0): string {
  const [first = '', ...words] = text.split(/(?<=\S) /)
  const lines: string[] = []
  let line = first
  for (const word of words) {
    if (line.length + 1 + word.length <= COLUMNS) {
      line = `${line} ${word}`
    } else {
      lines.push(line)
      line = ' '.repeat(indent) + word
    }
  }
  return [...lines, line].join('\n')
}

const COLUMNS = 80
