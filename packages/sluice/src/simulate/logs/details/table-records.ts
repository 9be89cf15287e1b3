import { DelimitedFields } from '../delimited-fields.ts'
import { encodeText } from '../text.ts'

/** Reads records of CSV or TSV by the names in the header, the first line of the log that is not blank. */
export function tableRecords(
  format: 'csv' | 'tsv',
  head: Uint8Array,
): (record: string) => readonly (readonly [name: string, value: string])[] {
  const fields = new DelimitedFields(format === 'csv' ? 44 : 9)
  const valuesOf = (bytes: Uint8Array, start: number, end: number): readonly string[] => {
    const count = fields.split(bytes, start, end)
    return Array.from({ length: Math.max(0, count) }, (_, field) => fields.text(bytes, field))
  }
  const names = valuesOf(head, ...headerLine(head))
  return (record) => {
    const bytes = encodeText(record)
    const values = valuesOf(bytes, 0, bytes.length)
    return names.flatMap((name, index) => {
      const value = values[index]
      return value === undefined ? [] : [[name.trim(), value] as const]
    })
  }
}

function headerLine(head: Uint8Array): [start: number, end: number] {
  let start = 0
  while (head[start] === 10 || head[start] === 13) start++
  const lineEnd = head.indexOf(10, start)
  const end = lineEnd < 0 ? head.length : lineEnd
  return [start, end > start && head[end - 1] === 13 ? end - 1 : end]
}
