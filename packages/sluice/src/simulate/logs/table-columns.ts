/** Which columns of a table hold the time, the client and the cost. */
import type { DelimitedFields } from './delimited-fields.ts'
import { guessClientField, guessTimeField, missingField, takenFields } from './field-names.ts'
import type { LogFields } from './log-format.ts'

export interface TableColumns {
  /** The column with the time, or with the date if `timeOfDay` has the rest. */
  readonly time: number
  /** -1 if `time` holds it all. */
  readonly timeOfDay: number
  /** -1 if the log names no client. */
  readonly client: number
  /** -1 if every request costs 1. */
  readonly cost: number
  /** How many columns the header names. */
  readonly count: number
  /** What was taken, for people. */
  readonly taken: string
}

/** Finds the columns in the header, the first line of `head` that is not blank. Throws `ERR_LOG_FIELD`. */
export function findColumns(head: Uint8Array, split: DelimitedFields, fields: LogFields): TableColumns {
  const names = headerNames(head, split)
  const time = fields.timeField ?? guessTimeField(names)
  if (time === undefined) throw missingField('timeField', undefined, names)
  const client = fields.keyField ?? guessClientField(names, 'table')
  const [first, second] = timeColumns(names, time)
  return {
    time: first,
    timeOfDay: second,
    client: client ? column(names, 'keyField', client) : -1,
    cost: fields.costField ? column(names, 'costField', fields.costField) : -1,
    count: names.length,
    taken: takenFields(time, client, fields.costField),
  }
}

function headerNames(head: Uint8Array, split: DelimitedFields): readonly string[] {
  let start = 0
  while (head[start] === 10 || head[start] === 13) start++
  const lineEnd = head.indexOf(10, start)
  let end = lineEnd < 0 ? head.length : lineEnd
  if (end > start && head[end - 1] === 13) end--
  const count = split.split(head, start, end)
  return Array.from({ length: Math.max(0, count) }, (_, field) => split.text(head, field))
}

function timeColumns(names: readonly string[], field: string): readonly [number, number] {
  const plus = field.indexOf('+')
  if (plus <= 0 || names.includes(field)) return [column(names, 'timeField', field), -1]
  return [column(names, 'timeField', field.slice(0, plus)), column(names, 'timeField', field.slice(plus + 1))]
}

function column(names: readonly string[], option: string, name: string): number {
  const exact = names.indexOf(name)
  const found =
    exact >= 0 ? exact : names.findIndex((other) => other.trim().toLowerCase() === name.toLowerCase())
  if (found < 0) throw missingField(option, name, names)
  return found
}
