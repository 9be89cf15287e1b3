/** The records at the beginning of a JSON log, to find out which fields there are. */
import { afterContainerPrefix } from './container-prefix.ts'
import { decodeText } from './text.ts'

const OPENING_BRACE = 123
const BLANK = 32
const LOOKED_AT_RECORDS = 100

/** Where the JSON of a line begins: after the prefix of a container or syslog line, if there is one; `end` if nowhere. */
export function jsonStart(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === OPENING_BRACE) return start
  const inner = afterContainerPrefix(bytes, start, end)
  if (inner > start) return inner
  for (let at = start; at < end; at++) {
    if (bytes[at] === OPENING_BRACE) return at === start || bytes[at - 1] === BLANK ? at : end
  }
  return end
}

/** Names of the fields of the first records, nested ones as dotted paths; empty if there is no record. */
export function headFields(head: Uint8Array): readonly string[] {
  const names = new Set<string>()
  let records = 0
  for (let at = 0; at < head.length && records < LOOKED_AT_RECORDS;) {
    const lineEnd = head.indexOf(10, at)
    const end = lineEnd < 0 ? head.length : lineEnd
    const start = jsonStart(head, at, end)
    const record = start < end ? parsed(decodeText(head, start, end)) : undefined
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) {
      records++
      addNames(names, record, '')
    }
    at = end + 1
  }
  return [...names]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addNames(names: Set<string>, record: object, prefix: string): void {
  for (const [name, value] of Object.entries(record)) {
    names.add(prefix + name)
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isNested && prefix.split('.').length < 5) addNames(names, value, `${prefix}${name}.`)
  }
}
